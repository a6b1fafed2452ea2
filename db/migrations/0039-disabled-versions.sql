-- A version that is disabled is not the newest, and cannot be run.
alter table artifact add column enabled boolean not null default true;

-- Older servers: they ignore the column, and through them the demo connector loads only one page.
-- `more` in a list of executions is now the token itself; older demo connectors expect it inside an object.
update connector
   set endpoints = replace(endpoints::text, '$.more.paginationToken', '$.more')::jsonb
 where endpoints::text like '%/v1/pipeline-executions%$.more.paginationToken%';
