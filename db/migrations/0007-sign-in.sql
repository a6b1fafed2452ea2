-- Bearer tokens of identity providers: they open the directory interface and nothing else. 256 random bits need no
-- slow hash; SHA-256 makes a stolen copy of the table worthless all the same.
create table directory_token (
  id uuid primary key,
  name text not null,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  created_by text not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);

create table personal_token (
  id uuid primary key,
  user_id uuid not null references directory_user on delete cascade,
  name text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index personal_token_of_user on personal_token (user_id, id);

-- A browser that somebody signed in with.
create table web_session (
  id uuid primary key,
  user_id uuid not null references directory_user on delete cascade,
  token_hash bytea not null unique,
  -- How: 'password', or the name of an identity provider.
  method text not null,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index web_session_of_user on web_session (user_id, id);
create index web_session_by_end on web_session (expires_at);

-- Failed attempts by the name that was tried, whether anybody has it or not.
create table sign_in_failure (
  user_name text primary key,
  failures integer not null,
  last_at timestamptz not null,
  locked_until timestamptz
);

-- Where people sign in through OpenID Connect.
create table identity_provider (
  id uuid primary key,
  name text not null,
  issuer text not null,
  client_id text not null,
  client_secret_encrypted bytea,
  scopes text not null,
  -- The claim that is compared with userName when a person comes for the first time.
  user_name_claim text not null check (user_name_claim in ('email', 'preferred_username', 'upn')),
  -- Domains whose people are made on their first sign-in; empty is nobody.
  just_in_time_domains text[] not null default '{}',
  enabled boolean not null default true,
  created_at timestamptz not null default now()
);
create unique index identity_provider_name on identity_provider (lower(name));

-- Who somebody is at a provider, once known: a name there that changes, or is given to another, changes nothing here.
create table person_identity (
  provider_id uuid not null references identity_provider on delete cascade,
  subject text not null,
  user_id uuid not null references directory_user on delete cascade,
  primary key (provider_id, subject)
);
create index person_identity_of_user on person_identity (user_id);

-- A sign-in that is under way at a provider. It ends with its answer, or after ten minutes.
create table pending_sign_in (
  state_hash bytea primary key,
  provider_id uuid not null references identity_provider on delete cascade,
  -- Of the cookie of the browser that began it: the answer must come to the same one.
  browser_hash bytea not null,
  code_verifier text not null,
  nonce text not null,
  return_to text not null,
  expires_at timestamptz not null
);
create index pending_sign_in_by_end on pending_sign_in (expires_at);
