-- The time until which one server alone delivers to a channel. Before, `try_at` was that time, too: a replay or a change of the
-- channel sets it to now, and a second server then delivered as well.
-- Older servers read only `try_at`, so it stays in the future while a server delivers.
alter table alert_channel add column claimed_until timestamptz;
