-- A link with which somebody sets the first password, or a new one: one for each user, once, for a while. The table keeps
-- a hash of its token only.
create table invitation (
  user_id uuid primary key references directory_user (id) on delete cascade,
  token_hash bytea not null unique,
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index invitation_by_end on invitation (expires_at);
