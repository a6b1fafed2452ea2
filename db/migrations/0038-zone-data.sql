-- The release of the time-zone data that the next due time was computed with, such as `2026c`. A server with another release
-- computes it again. Null for due times from before this column existed.
alter table schedule_clock add column zone_data text;
