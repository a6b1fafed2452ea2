-- The release of the time-zone data that the next due time was worked out with, as in `2026c`: where a server has another one,
-- it plans the schedule anew. Null: planned before this was kept.
alter table schedule_clock add column zone_data text;
