-- What a person has written and not committed yet, per branch: kept here, so that no browser loses it.
create table draft_file (
  project_id uuid not null references project on delete cascade,
  principal_id uuid not null references principal on delete cascade,
  branch text not null,
  path text not null,
  -- Null: the file is to be deleted.
  content bytea,
  -- The commit that the content was made on; null for a new file.
  base_commit text,
  -- Of content and commit: what an editor has read.
  revision text not null,
  updated_at timestamptz not null default now(),
  primary key (project_id, principal_id, branch, path)
);
create index draft_file_of_principal on draft_file (principal_id);
