-- Who has made which room, by the number of the connection: how many rooms a person has is counted over all hosts. Rows whose
-- room is gone count no longer, for hosts of an earlier version leave them behind.
CREATE TABLE cardable.makers (
    room bigint PRIMARY KEY,
    person bigint NOT NULL
);
CREATE INDEX makers_person ON cardable.makers (person);
