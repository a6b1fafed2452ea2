-- Runners older than this are shown as UNSUPPORTED; administrators set it, and null is no minimum.
alter table installation add column minimum_runner_version text;

-- What existing clients call a pipeline runner is kept as given.
alter table runner drop constraint runner_type_check;
alter table runner add constraint runner_type_check
  check (type in ('pipeline', 'streaming', 'data_productivity_cloud'));
