-- Triggers that wait for assets to be written (docs/guides/triggers.md, ADR 43).
-- Older servers can neither make nor start such triggers; newer ones handle the writes that older ones recorded.

-- When the write was committed: with its step, or by a later one that ended its transaction. Instant.
alter table asset_write add column committed_at timestamptz;

-- The assets that a trigger waits for. Each write looks here.
create table trigger_asset (
  trigger_id uuid not null references data_trigger on delete cascade,
  asset_id uuid not null,
  -- Only later writes count: this one was the newest when the trigger was made or enabled.
  since_seq bigint not null,
  enabled boolean not null,
  primary key (trigger_id, asset_id)
);
create index trigger_asset_watching on trigger_asset (asset_id, trigger_id) where enabled;

-- Which of its assets a trigger has seen written since it last fired. One row for each trigger, so that a change locks one row.
create table trigger_seen (
  trigger_id uuid primary key references data_trigger on delete cascade,
  -- {"asset id": its newest write}
  seen jsonb not null default '{}'
);

-- The newest write that triggers know of, in one row. The server that locks the row passes later writes on.
create table trigger_told (
  id boolean primary key default true constraint trigger_told_is_one check (id),
  write_seq bigint not null
);
insert into trigger_told (write_seq) select coalesce(max(seq), 0) from asset_write;
