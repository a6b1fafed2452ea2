import { expect, test } from 'vitest'
import { readsOnly } from './reads-only.ts'

test.each([
  'select 1 as n',
  "SELECT count(*), max(updated_at) FROM orders WHERE region IN ('north', 'it''s') AND \"a;b\" > 2",
  'with new as (select id from orders where id not in (select id from done)) select count(distinct id) from new',
  "select coalesce(max(id), 0) from shop.orders where day >= cast('2026-01-01' as date)",
  "select 'insert into t; nextval(1)' as text",
  'select 1;',
  '(select 1) union all (select 2)',
])('reads and does nothing else: %s', (sql) => expect(readsOnly(sql)).toBe(true))

test.each([
  ['', 'no query'],
  ['insert into t values (1)', 'a change'],
  ['with gone as (delete from t returning *) select count(*) from gone', 'a change inside a query'],
  ['with a as (select 1) insert into t select * from a', 'a change behind a query'],
  ['select * into copy from t', 'a new table'],
  ['select * from t for update', 'locks'],
  ['select 1; drop table t', 'a second statement'],
  ["select nextval('numbers')", 'a number of a sequence'],
  ['select numbers.nextval', 'the same in the words of Snowflake'],
  ['select next value for numbers', 'the same in the words of the standard'],
  ['select refresh_all()', 'an unknown function'],
  ['select "refresh_all"()', 'an unknown function in quotes'],
  ['select shop.count(*) from t', 'a function of a schema, whatever its name'],
  ["select * from read_csv('https://example.org')", 'a request'],
  ["select 1 # it's; delete from t", 'a comment of MySQL'],
  ["select 'a\\'; delete from t where x = '", 'a text that ends elsewhere on other databases'],
  ["select '''a'b''', refresh_all(), '''c'd'''", 'texts of BigQuery'],
  ["select 'a", 'a text without an end'],
  ['select $$a$$', 'a text in the words of PostgreSQL'],
  ['select 1 /* + hint */', 'a comment'],
  ['select @n := 1', 'a variable'],
  ['table t', 'what is no query everywhere'],
])('may do more: %s (%s)', (sql) => expect(readsOnly(sql)).toBe(false))
