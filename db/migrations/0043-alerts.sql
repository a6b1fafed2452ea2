-- Alerts about executions: rules, channels, incidents and deliveries (docs/guides/alerts.md).
-- Older servers: their executions end as before; the trigger records ends for whichever server evaluates them.

-- Where messages go. Without a project it belongs to the installation.
create table alert_channel (
  id uuid primary key,
  project_id uuid references project on delete cascade,
  name text not null,
  type text not null constraint alert_channel_type check (type in ('WEBHOOK', 'SLACK', 'TEAMS', 'PAGERDUTY', 'EMAIL')),
  enabled boolean not null default true,
  -- What its administrators may read.
  settings jsonb not null,
  -- JSON: address, routing key, signing secret, password.
  secrets_encrypted bytea not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  -- Its lane: when a server may deliver next. Null while nothing is pending. A server that delivers moves it ahead, so that
  -- others leave the lane alone until that server has been silent for some seconds.
  try_at timestamptz,
  -- Attempts since the last that succeeded.
  failures integer not null default 0,
  delivered_at timestamptz,
  last_error text
);
create unique index alert_channel_name on alert_channel (project_id, lower(name)) nulls not distinct;
create index alert_channel_due on alert_channel (try_at) where try_at is not null;

create table alert_rule (
  id uuid primary key,
  project_id uuid references project on delete cascade,
  name text not null,
  events text[] not null,
  -- Null: any.
  environment_name text,
  pipeline_name text,
  tag text,
  notify_recovered boolean not null default true,
  enabled boolean not null default true,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index alert_rule_name on alert_rule (project_id, lower(name)) nulls not distinct;
create index alert_rule_watching on alert_rule (project_id) where enabled;

create table alert_rule_channel (
  rule_id uuid not null references alert_rule on delete cascade,
  channel_id uuid not null constraint alert_rule_channel_channel references alert_channel,
  primary key (rule_id, channel_id)
);
create index alert_rule_channel_by_channel on alert_rule_channel (channel_id);

-- What a rule reports: open from the first occurrence until it is over.
create table alert_incident (
  id uuid primary key,
  -- Of the rule.
  project_id uuid,
  rule_id uuid not null references alert_rule on delete cascade,
  event text not null,
  -- What it is about, as text: occurrences with the same subject belong to one incident.
  subject text not null,
  facts jsonb not null,
  occurrences integer not null default 1,
  opened_at timestamptz not null,
  last_at timestamptz not null,
  closed_at timestamptz
);
create unique index one_open_alert_incident on alert_incident (rule_id, event, subject) where closed_at is null;
create index alert_incident_of_project on alert_incident (project_id, id);
create index alert_incident_of_rule on alert_incident (rule_id, id);
create index alert_incident_open on alert_incident (project_id, id) where closed_at is null;
create index alert_incident_closed on alert_incident (closed_at) where closed_at is not null;

-- Messages to channels: the id is the one that a receiver recognizes a repeat by.
create table alert_delivery (
  id uuid primary key,
  project_id uuid,
  incident_id uuid not null references alert_incident on delete cascade,
  channel_id uuid not null references alert_channel on delete cascade,
  kind text not null constraint alert_delivery_kind check (kind in ('OPENED', 'RECOVERED')),
  message jsonb not null,
  status text not null default 'PENDING'
    constraint alert_delivery_status check (status in ('PENDING', 'DELIVERED', 'FAILED')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Attempts count from here: replaying gives a message another time.
  requested_at timestamptz not null default now(),
  delivered_at timestamptz,
  last_error text,
  constraint one_alert_delivery unique (incident_id, channel_id, kind)
);
create index alert_delivery_pending on alert_delivery (channel_id, id) where status = 'PENDING';
create index alert_delivery_of_project on alert_delivery (project_id, id);
create index alert_delivery_of_channel on alert_delivery (channel_id, id);

-- Executions that ended and that a rule may have something to say about: written by the transaction that ends them, deleted
-- by the one that evaluates them.
create table alert_end (
  seq bigint generated always as identity primary key,
  execution_id uuid not null
);

create function record_alert_end() returns trigger language plpgsql as $$
begin
  if exists (select from alert_rule where project_id = new.project_id and enabled)
     or exists (select from alert_rule where project_id is null and enabled) then
    insert into alert_end (execution_id) values (new.id);
  end if;
  return null;
end
$$;

-- The condition is evaluated without a call: only the end of an execution that is nobody's child costs one.
create trigger execution_ended after update of status on execution
  for each row
  when (new.parent_id is null and new.status in ('SUCCESS', 'FAILED') and old.status <> new.status)
  execute function record_alert_end();
