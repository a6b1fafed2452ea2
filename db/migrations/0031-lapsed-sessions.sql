-- A session whose runner has been silent for its lease, while nobody else can take its work. The API processes judge that by
-- clocks of their own; whatever reads the flag needs none. The next heartbeat takes it away.
alter table runner_session add column lapsed boolean not null default false;
