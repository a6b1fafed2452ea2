-- What a session was begun with at an identity provider, so that signing out there ends it here, and the other way round.
alter table identity_provider add column sign_out_at_provider boolean not null default false;
alter table web_session
  add column provider_id uuid references identity_provider on delete cascade,
  add column subject text,
  -- The `sid` of the provider, where it names its sessions.
  add column provider_session text,
  -- The provider wants it back as the hint of whom to sign out; kept only where that is wanted.
  add column id_token_encrypted bytea;
-- Sessions are few, and those of one provider are looked for when somebody signs out there.
create index web_session_of_subject on web_session (provider_id, subject) where provider_id is not null;
