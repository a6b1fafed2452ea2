-- Alerts about schedules, digests and quiet hours.
-- Older servers: they deliver each message by itself and at once, and leave rules that are only about schedules to newer ones.

-- What was put into one message, for every attempt the same; its own id where a replay sends it by itself.
alter table alert_delivery add column digest_id uuid;

-- Due times that went wrong: empty while all is well.
create index schedule_tick_wrong on schedule_tick (decided_at)
  where outcome = 'MISSED' or decided_at - run_at > interval '1 minute';
