-- Lists of people, credentials, connections and secrets can be ordered by more than what they were.
-- None of these tables is large: an index of 100,000 users is built in about a second.
create index directory_user_shown_name on directory_user
  (lower(coalesce(attributes ->> 'displayName', attributes ->> 'userName', id::text)), id);
create index directory_group_shown_name on directory_group
  (lower(coalesce(attributes ->> 'displayName', id::text)), id);
create index api_credential_by_name on api_credential (lower(name), client_id);
create index api_credential_by_expiry on api_credential (expires_at, client_id);
create index connection_by_change on connection (project_id, updated_at, lower(name));
create index secret_by_change on secret (project_id, updated_at, lower(name));
