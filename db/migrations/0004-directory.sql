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

-- Whom roles are looked up for when `principal` asks: itself and every group it is in, however deep. A circle of
-- groups ends, because `union` takes each once.
create function acting_as(principal uuid) returns uuid[] language sql stable parallel safe as $$
  with recursive group_of (id) as (
    select group_id from group_member where member_id = principal
    union
    select m.group_id from group_member m join group_of g on m.member_id = g.id)
  select array_append(array(select id from group_of), principal)
$$;

-- What was given in an environment: to the principal itself, else the most that was given to one of its groups.
create function given_access(environment uuid, acting uuid[], principal uuid) returns text
language sql stable parallel safe as $$
  select access from environment_access
   where environment_id = environment and principal_id = any(acting)
   order by principal_id <> principal, array_position(array['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS'], access)
   limit 1
$$;
