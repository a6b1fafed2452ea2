-- Older servers: they read none of this, and go on sending the secret in the body.
-- How Headrace authenticates at the token endpoint of a provider. Providers that were connected before have always
-- been sent the secret in the body, and that worked; for others the methods that the provider supports decide.
alter table identity_provider
  add column token_endpoint_auth_method text not null default 'auto' check (token_endpoint_auth_method in
    ('auto', 'client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none')),
  -- The key pair for private_key_jwt: made here, the private half encrypted, the public one published.
  add column client_key_encrypted bytea,
  add column client_key_public jsonb;
update identity_provider set token_endpoint_auth_method = 'client_secret_post'
 where client_secret_encrypted is not null;
