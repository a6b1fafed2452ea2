-- Old history is found without reading the rest of it. A BRIN index did that only until new rows took the places of deleted ones:
-- the ranges that it keeps for a part of the table only grow, so that each of them seemed to hold old rows some months later.
-- For a million due times a second, in which none can be decided.
-- Older servers: they delete the same rows, and read the whole history of triggers to find them.
drop index schedule_tick_by_age;
create index schedule_tick_by_age on schedule_tick (decided_at);
-- That of triggers is read in the order in which it was written, by its key.
drop index trigger_fire_by_age;
