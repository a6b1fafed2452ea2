-- A directory token reaches what the directory made. Identity providers name what they manage by `externalId`, so rows
-- that have one are taken to be theirs.
alter table directory_user add column made_by_directory boolean not null default false;
alter table directory_group add column made_by_directory boolean not null default false;
update directory_user set made_by_directory = true where attributes ? 'externalId';
update directory_group set made_by_directory = true where attributes ? 'externalId';

alter table directory_settings add column accept_passwords boolean not null default false;

-- Everybody who holds the account role SUPER_ADMIN, by itself or through groups.
create function administrators() returns setof uuid language sql stable parallel safe as $$
  with recursive administrator (id) as (
    select id from principal where account_role = 'SUPER_ADMIN'
    union
    select m.member_id from group_member m join administrator a on a.id = m.group_id)
  select id from administrator
$$;
