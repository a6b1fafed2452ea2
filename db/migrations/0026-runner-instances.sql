-- A session belongs to the process that opened it, which proves itself with a secret of its own: its hash is kept.
-- Sessions of before have none, and cannot be resumed.
alter table runner_session add column instance_hash bytea;

-- How many processes of a runner may be connected at once. A runner that has several stays as it is.
alter table runner add column max_instances integer default 1 not null
  constraint runner_max_instances check (max_instances between 1 and 1000);
update runner r
   set max_instances = least(1000, greatest(1, (select count(*) from runner_session s
                                                 where s.runner_id = r.id and s.ended_at is null)));
