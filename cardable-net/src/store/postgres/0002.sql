-- A run of a host. A room belongs to the session whose number is its epoch, as long as the session has a lease.
CREATE TABLE cardable.sessions (
    session bigint PRIMARY KEY,
    name text NOT NULL,
    -- Where other hosts reach it.
    link text,
    draining boolean NOT NULL DEFAULT false,
    lease_until timestamptz NOT NULL
);

-- By this key hosts know each other.
ALTER TABLE cardable.store ADD COLUMN link_key bytea;

-- The transaction that changed it last: other hosts read what has changed since they looked.
ALTER TABLE cardable.abouts ADD COLUMN changed bigint NOT NULL DEFAULT txid_current();
CREATE INDEX abouts_changed ON cardable.abouts (changed);

CREATE TABLE cardable.gone (
    room bigint PRIMARY KEY,
    changed bigint NOT NULL DEFAULT txid_current(),
    happened timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX gone_changed ON cardable.gone (changed);
