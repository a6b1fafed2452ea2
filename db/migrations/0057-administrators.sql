-- Who has access to a project includes the account administrators, who are few among all principals.
create index principal_administrators on principal (id) where account_role = 'SUPER_ADMIN';
