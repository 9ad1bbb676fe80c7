-- What busy addresses have spent of their limits at the hosts of sessions. It need not outlive a crash.
CREATE UNLOGGED TABLE cardable.spent (
    session bigint NOT NULL,
    address bytea NOT NULL,
    requests bigint NOT NULL,
    messages bigint NOT NULL,
    open bigint NOT NULL,
    PRIMARY KEY (session, address)
);
