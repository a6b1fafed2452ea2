-- What is to be cancelled is looked for each second. It is rare: in an index of its own nothing is in the way that is or
-- was held and never cancelled.
create index execution_cancelling on execution (session_id) where status = 'CANCELLING';
-- Whoever looks for executions that nobody holds looks at their sessions, so that there must be one.
alter table execution add constraint execution_is_held
  check (status not in ('RUNNING', 'CANCELLING') or parent_id is not null or session_id is not null) not valid;
