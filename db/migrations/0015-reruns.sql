-- An execution that runs another one again, from its start or from what failed.
alter table execution add column rerun_of uuid;
-- The journal up to this report was copied from there: these steps ran in the other execution.
alter table execution add column reused_reports integer;
