-- Sessions whose host could not bring a room back, though nothing is damaged: it reads the rules otherwise than the one that
-- kept the room, as in an upgrade. Others may bring it back.
CREATE TABLE cardable.unreadable (
    room bigint NOT NULL,
    session bigint NOT NULL,
    PRIMARY KEY (room, session)
);

-- The version of the oldest hosts that can work with these tables: a step after which they no longer can raises it.
ALTER TABLE cardable.version ADD COLUMN readable_by integer NOT NULL DEFAULT 3;
