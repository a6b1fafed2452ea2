-- An installation always keeps one SUPER_ADMIN who can get in: a credential that does not expire, or an active person
-- who can sign in. The check runs when a transaction commits, one at a time, so two removals at once cannot both
-- believe that the other administrator stays.

create function has_administrator() returns boolean language sql stable as $$
  with recursive administrator (id) as (
    select id from principal where account_role = 'SUPER_ADMIN'
    union
    select m.member_id from group_member m join administrator a on a.id = m.group_id)
  select exists (select from api_credential c
                  where c.principal_id in (select id from administrator) and c.expires_at is null)
      or exists (select from directory_user u
                  where u.id in (select id from administrator)
                    and coalesce((u.attributes ->> 'active')::boolean, true)
                    and (u.password_hash is not null
                         or exists (select from identity_provider p where p.enabled)))
$$;

create function keep_administrator() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(727274004);
  if not has_administrator() then
    raise exception 'The installation would have no administrator left'
      using errcode = 'check_violation', constraint = 'last_administrator';
  end if;
  return null;
end
$$;

create function is_administrator(principal_asked uuid) returns boolean language sql stable as $$
  select exists (select from principal
                  where id = any(acting_as(principal_asked)) and account_role = 'SUPER_ADMIN')
$$;

create constraint trigger administrator_deleted after delete on principal
  deferrable initially deferred for each row
  when (old.account_role = 'SUPER_ADMIN')
  execute function keep_administrator();

create constraint trigger administrator_demoted after update on principal
  deferrable initially deferred for each row
  when (old.account_role = 'SUPER_ADMIN' and new.account_role <> 'SUPER_ADMIN')
  execute function keep_administrator();

create constraint trigger administrator_expires after update on api_credential
  deferrable initially deferred for each row
  when (old.expires_at is null and new.expires_at is not null and is_administrator(old.principal_id))
  execute function keep_administrator();

create constraint trigger administrator_locked_out after update on directory_user
  deferrable initially deferred for each row
  when (((old.attributes ->> 'active') is distinct from (new.attributes ->> 'active')
         or (old.password_hash is not null and new.password_hash is null))
        and is_administrator(old.id))
  execute function keep_administrator();

create constraint trigger administrator_left_group after delete on group_member
  deferrable initially deferred for each row
  when (is_administrator(old.group_id))
  execute function keep_administrator();

create constraint trigger identity_provider_deleted after delete on identity_provider
  deferrable initially deferred for each row
  when (old.enabled)
  execute function keep_administrator();

create constraint trigger identity_provider_disabled after update on identity_provider
  deferrable initially deferred for each row
  when (old.enabled and not new.enabled)
  execute function keep_administrator();
