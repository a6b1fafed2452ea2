-- Since when an execution waits that began and lost its runner: it has not waited since it was first queued. A nullable column is
-- added at once, however many rows there are. Older servers leave it empty, and such an execution then counts as before.
alter table execution add column requeued_at timestamptz;
