-- The one row of the store itself. Whoever claims the rooms increases the epoch.
CREATE TABLE cardable.store (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    epoch bigint NOT NULL
);
INSERT INTO cardable.store (epoch) VALUES (0);

-- The end of each room's log. This row changes with every choice, so what changes seldom lies elsewhere, and there
-- is room in its page for the next version of it.
CREATE TABLE cardable.rooms (
    room bigint PRIMARY KEY,
    epoch bigint NOT NULL,
    next bigint NOT NULL,
    link bytea NOT NULL,
    -- How often it was written to: a statement that arrives late, after another one, no longer fits.
    writes bigint NOT NULL
) WITH (fillfactor = 50);

CREATE TABLE cardable.abouts (
    room bigint PRIMARY KEY,
    about bytea NOT NULL,
    sum bytea NOT NULL
) WITH (fillfactor = 80);

CREATE TABLE cardable.records (
    room bigint NOT NULL,
    place bigint NOT NULL,
    record bytea NOT NULL,
    link bytea NOT NULL,
    PRIMARY KEY (room, place)
);

CREATE TABLE cardable.snapshots (
    room bigint NOT NULL,
    place bigint NOT NULL,
    state bytea NOT NULL,
    sum bytea NOT NULL,
    PRIMARY KEY (room, place)
);

CREATE TABLE cardable.content (
    hash bytea PRIMARY KEY,
    bytes bytea NOT NULL,
    sum bytea NOT NULL
);

CREATE TABLE cardable.quarantine (
    room bigint PRIMARY KEY,
    why text NOT NULL
);

CREATE TABLE cardable.diagnoses (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    room bigint NOT NULL,
    happened bigint NOT NULL,
    kind text NOT NULL,
    detail text NOT NULL
);
