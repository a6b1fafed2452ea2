-- Who fetches a token for an entry. The authorization server is asked outside of a transaction, however long it takes, so a lock of
-- the row cannot say it.
alter table oauth
  add column lease_id uuid,
  add column lease_until timestamptz;
