-- Payloads that a Webhook Post can begin with, for the whole installation. The default, [Custom], is no row.
create table webhook_template (
  id uuid primary key,
  name text not null,
  -- Not necessarily JSON: a payload may be saved unfinished.
  payload text not null,
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index webhook_template_name on webhook_template (lower(name));
