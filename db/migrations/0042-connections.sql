-- Named connections of a project. What they have in single environments (environment.connection_overrides) comes on top.
create table connection (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  platform_connection_type text not null
    check (platform_connection_type in ('DWH', 'COMPONENT_BASIC', 'CLOUD_PLATFORM_CREDENTIALS')),
  auth_provider text not null,
  auth_type text not null,
  description text not null default '',
  -- A note on where the secrets are stored; we do not interpret it.
  secrets_location text,
  -- By name, each {value} or {secretName, secretKey?}: never the value of a secret.
  properties jsonb not null,
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index connection_name on connection (project_id, lower(name));
