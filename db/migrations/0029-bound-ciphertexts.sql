-- Ciphertexts are bound to their row. An installation that has unbound ones reads both kinds until this time, and then
-- encrypts the unbound ones again: processes of the previous version, which read unbound ones only, have ended by then.
alter table installation add column bind_ciphertexts_after timestamptz not null default now() + interval '1 hour';
