-- Which servers a migration leaves able to run: those that know the migration of this number. Null, as almost always: all
-- that ran before it. A server reads it when it starts over a database that is ahead of it.
alter table schema_migration add column oldest_server integer;
