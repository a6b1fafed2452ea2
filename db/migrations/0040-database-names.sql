-- What names of databases stand for in the SQL and the parameters of an environment, and whether its SQL finds functions
-- that other dialects call differently.
alter table environment add column databases jsonb;
alter table environment add column dialect_functions boolean not null default true;
