-- How this installation treats its directory. One row.
create table directory_settings (
  only_row boolean primary key default true check (only_row),
  -- Off: the SCIM interface refuses everybody.
  enabled boolean not null default true,
  -- Whether a user that is created must carry `meta`, as the specification has it.
  require_meta boolean not null default true
);
insert into directory_settings default values;

-- A person. `attributes` holds what SCIM knows, in canonical spelling, without what we add on the way out
-- (id, meta, schemas, groups) and never the password. `folded` is the same in lower case: SCIM compares without regard
-- to case, and one index on it serves `eq` on every attribute.
create table directory_user (
  id uuid primary key references principal on delete cascade,
  attributes jsonb not null,
  folded jsonb not null check (folded = lower(attributes::text)::jsonb),
  password_hash text,
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
-- In the order of code points: one index serves equality, prefixes and sorting.
create unique index directory_user_name on directory_user ((lower(attributes ->> 'userName') collate "C"));
create unique index directory_user_external_id on directory_user (((attributes ->> 'externalId') collate "C"));
create index directory_user_folded on directory_user using gin (folded jsonb_path_ops);
create index directory_user_updated on directory_user (updated_at);

create table directory_group (
  id uuid primary key references principal on delete cascade,
  attributes jsonb not null,
  folded jsonb not null check (folded = lower(attributes::text)::jsonb),
  version bigint not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index directory_group_display_name on directory_group
  ((lower(attributes ->> 'displayName') collate "C"));
create unique index directory_group_external_id on directory_group (((attributes ->> 'externalId') collate "C"));
create index directory_group_folded on directory_group using gin (folded jsonb_path_ops);

-- Members are people and groups. Roles given to a group reach everybody in it, however deep.
create table group_member (
  group_id uuid not null references directory_group on delete cascade,
  member_id uuid not null references principal on delete cascade,
  primary key (group_id, member_id)
);
create index group_of_member on group_member (member_id, group_id);
