-- Requests with an Idempotency-Key have one table, whichever way their repeats are answered.
alter table idempotent_request
  -- Null where the response is stored in the transaction of the work, which needs no reserved id.
  alter column reserved_id drop not null,
  -- What such work returned.
  add column result jsonb;

insert into idempotent_request (caller, key, fingerprint, result, taken_at)
select principal_id::text, key, fingerprint, coalesce(answer, 'null'), answered_at from idempotent_answer
on conflict do nothing;

drop table idempotent_answer;
