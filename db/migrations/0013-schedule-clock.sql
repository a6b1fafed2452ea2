-- What changes each time a schedule fires, in a row of its own: narrow, with no more indexes than firing needs. The
-- definition of a schedule stays as it is when thousands fire in the same second.
create table schedule_clock (
  schedule_id uuid primary key references schedule on delete cascade,
  enabled boolean not null,
  -- Why the platform disabled it; null when a person did.
  disabled_reason text,
  -- The next time the expression means, and when it is looked at: later by this schedule's share of the jitter.
  next_due_at timestamptz,
  next_run_at timestamptz,
  last_run_at timestamptz,
  -- When `next_due_at` was worked out. Later than now: the clock was set back since.
  planned_at timestamptz not null
) with (fillfactor = 70);
insert into schedule_clock
select id, enabled, disabled_reason, next_due_at, next_run_at, last_run_at, planned_at from schedule;

alter table schedule
  drop column enabled, drop column disabled_reason, drop column next_due_at, drop column next_run_at,
  drop column last_run_at, drop column planned_at;
alter table schedule reset (fillfactor);
create index schedule_due on schedule_clock (next_run_at) where enabled and next_run_at is not null;
-- Empty while all is well: what the repairing pass looks for.
create index schedule_without_next on schedule_clock (schedule_id) where enabled and next_run_at is null;
