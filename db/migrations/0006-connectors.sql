-- Named secrets of a project: written once, read only by runners that hold one of its executions.
create table secret (
  id uuid primary key,
  project_id uuid not null references project on delete cascade,
  name text not null,
  description text not null,
  value_encrypted bytea not null,
  version bigint not null default 1,
  updated_at timestamptz not null default now(),
  updated_by text not null
);
create unique index secret_name on secret (project_id, lower(name));

-- Ways to get an access token for someone else's API. It is AUTHORIZED while it holds a token.
create table oauth (
  id uuid primary key,
  name text not null,
  grant_type text not null check (grant_type in ('CLIENT_CREDENTIALS', 'AUTHORIZATION_CODE')),
  client_id text not null,
  -- Absent for a public client, and for an entry that came with an imported connector.
  client_secret_encrypted bytea,
  access_token_url text not null,
  authorize_url text,
  credentials_in text not null check (credentials_in in ('BODY', 'HEADER')),
  token_parameters jsonb not null,
  auth_parameters jsonb not null,
  access_token_encrypted bytea,
  refresh_token_encrypted bytea,
  -- Null while there is no token, and for a token whose end its server did not tell.
  token_expires_at timestamptz,
  token_obtained_at timestamptz,
  -- Why the last attempt to get a token failed; null while all is well.
  fault text,
  fault_at timestamptz,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null
);
create unique index oauth_name on oauth (lower(name));
create index oauth_oldest_first on oauth (created_at, id);
create index oauth_by_expiry on oauth (token_expires_at) where refresh_token_encrypted is not null;

-- People on their way through the pages of an authorization server. A state works once.
create table oauth_attempt (
  state_hash bytea primary key,
  oauth_id uuid not null references oauth on delete cascade,
  verifier_encrypted bytea not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index oauth_attempt_of_oauth on oauth_attempt (oauth_id);
create index oauth_attempt_by_expiry on oauth_attempt (expires_at);

-- Custom connectors. The endpoints are read and written as a whole; they hold no secret.
create table connector (
  id uuid primary key,
  name text not null,
  endpoints jsonb not null,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  created_by text not null
);
create unique index connector_name on connector (lower(name));

-- The OAuth entries that an endpoint may use. An entry in use cannot vanish silently.
create table connector_oauth (
  connector_id uuid not null references connector on delete cascade,
  endpoint_id uuid not null,
  oauth_id uuid not null references oauth,
  position integer not null,
  primary key (connector_id, endpoint_id, oauth_id)
);
create index connector_of_oauth on connector_oauth (oauth_id);
