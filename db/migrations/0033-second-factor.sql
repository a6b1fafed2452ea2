-- A second factor: codes of an authenticator app (TOTP), and recovery codes for when the app is gone.
create table second_factor (
  user_id uuid primary key references directory_user (id) on delete cascade,
  -- Failed codes are counted by it: a stranger who does not know it cannot lock a user out.
  lock_id uuid not null,
  -- Null until the first code of the app has been confirmed.
  secret_encrypted bytea,
  enrolled_at timestamptz,
  -- Number of the last half minute whose code was accepted: a code works once.
  last_step bigint not null default 0,
  -- Of an enrolment that is under way; the present secret works until it is confirmed.
  next_secret_encrypted bytea,
  next_expires_at timestamptz
);

-- Each works once; what was used is deleted.
create table recovery_code (
  user_id uuid not null references second_factor (user_id) on delete cascade,
  code_hash bytea not null,
  primary key (user_id, code_hash)
);

-- Users who have proven a password and not yet a second factor. They have no session.
create table pending_second_factor (
  token_hash bytea primary key,
  user_id uuid not null references directory_user (id) on delete cascade,
  needs text not null check (needs in ('CODE', 'ENROLMENT')),
  expires_at timestamptz not null
);
create index pending_second_factor_of_user on pending_second_factor (user_id);
create index pending_second_factor_by_end on pending_second_factor (expires_at);

-- Who must have a second factor when signing in with a password: users of whom it is demanded one by one, and others by the
-- policy of the installation.
alter table directory_user add column second_factor_required boolean not null default false;
alter table installation add column second_factor text not null default 'OPTIONAL'
  check (second_factor in ('OPTIONAL', 'ADMINISTRATORS', 'EVERYBODY'));
