-- Lists compare the columns of an index together as a range, which needs all of them in one direction. One index by state
-- does for live and for ended executions: an entry of a row is in one place of it either way.
drop index execution_newest_first;
create index execution_of_project on execution (project_id, id) where parent_id is null;
drop index execution_of_pipeline;
create index execution_of_pipeline on execution (project_id, pipeline_name, id) where parent_id is null;
drop index execution_of_schedule;
create index execution_of_schedule on execution (schedule_id, id) where schedule_id is not null;
drop index execution_live;
drop index execution_ended;
create index execution_by_status on execution (status, project_id, id) where parent_id is null;
