-- Proofs that failed or are being judged, by what they are limited by: an address, or a name from an address. The bucket is
-- a hash: what was tried may be a secret in the wrong field. Unlogged: after a crash of the database counting starts again.
create unlogged table guess (
  bucket bytea primary key,
  failures integer not null default 0,
  pending integer not null default 0,
  window_ends timestamptz not null
);
create index guess_by_end on guess (window_ends);
