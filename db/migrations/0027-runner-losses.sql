-- How often an execution lost the runner that held it. Beyond a limit it fails instead of taking the next runner down.
alter table execution add column runner_losses integer not null default 0;
