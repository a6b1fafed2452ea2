-- The personal access token that created a task. It is a note: a task whose token was deleted or has expired does nothing more.
-- Older servers leave it out, as tasks before this did: those go on with the scopes of their token.
alter table agent_task add column token_id uuid;
