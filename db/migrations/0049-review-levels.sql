-- Reviews as a condition of merging and of publishing.
-- Older servers: they merge and publish without a review, and keep these values.
alter table project add column review_before_merging text not null default 'OFF'
  check (review_before_merging in ('OFF', 'ERRORS', 'WARNINGS'));
alter table environment add column review_before_publishing text not null default 'OFF'
  check (review_before_publishing in ('OFF', 'ERRORS', 'WARNINGS'));
