-- What a principal may do in the installation beside its account role.
alter table principal
  add column account_permissions text[] not null default '{}',
  add constraint principal_account_permissions_check check (account_permissions <@ array['PROJECT_CREATOR']);
