-- Alerts about what lasts too long, while it lasts: executions in the queue or running, runners that nothing is connected for.
-- Older servers: they report failures as before, and leave these events to newer ones.

-- After how many minutes a rule reports what lasts; null: after what is usual for the event.
alter table alert_rule add column after_minutes integer
  constraint alert_rule_after_minutes check (after_minutes between 1 and 10080);
