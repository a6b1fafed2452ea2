-- The bytes that components read or wrote, where they know them (docs/guides/statistics.md). Null: none of them did.
-- Older servers: what they count while newer servers start has no bytes.

alter table execution_statistics add column byte_count bigint;
alter table environment_statistics add column byte_count bigint;
alter table component_statistics add column byte_count bigint;
alter table execution_week_statistics add column byte_count bigint;
alter table component_week_statistics add column byte_count bigint;
