-- A version that is disabled is not the newest, and cannot be run.
alter table artifact add column enabled boolean not null default true;

-- Older servers: they take no notice of the column, and the demo connector reads one page from them.
-- `more` of a list of executions is the token itself now: demo connectors of before read it from within.
update connector
   set endpoints = replace(endpoints::text, '$.more.paginationToken', '$.more')::jsonb
 where endpoints::text like '%/v1/pipeline-executions%$.more.paginationToken%';
