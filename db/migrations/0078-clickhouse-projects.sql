-- Projects whose environments run on ClickHouse.
-- Older servers: go on; the check only takes one kind more, and they hand it out as the text that it is.
alter table project drop constraint project_warehouse_check;
alter table project add constraint project_warehouse_check
  check (warehouse in ('SNOWFLAKE', 'DATABRICKS', 'REDSHIFT', 'BIGQUERY', 'DUCKDB', 'POSTGRES', 'MYSQL', 'CLICKHOUSE'));
