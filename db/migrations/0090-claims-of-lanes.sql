-- Until when a server that delivers to a channel says that it does. `try_at` alone said so before: whoever made the lane due at
-- once, to replay a delivery or after a change of the channel, let a second server serve it.
-- Older servers look at `try_at` only, which goes on to be ahead while a lane is served.
alter table alert_channel add column claimed_until timestamptz;
