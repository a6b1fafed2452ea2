-- A called pipeline that continues, after its runner was lost or in a rerun, does so with the values that its call
-- began with. Those are recorded with secrets masked, for readers; here are the ones in which a secret was found, as they
-- are, for the run. Null: the runner that made the call does not tell. Adding it takes no time, whatever the table holds.
alter table execution add column secret_values jsonb;
