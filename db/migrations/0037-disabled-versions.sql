-- A version that is disabled is not the newest, and cannot be run.
alter table artifact add column enabled boolean not null default true;

-- `more` of a list of executions is the token itself now: demo connectors of before read it from within.
update connector
   set endpoints = replace(endpoints::text, '$.more.paginationToken', '$.more')::jsonb
 where endpoints::text like '%/v1/pipeline-executions%$.more.paginationToken%';
