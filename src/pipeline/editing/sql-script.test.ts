import { expect, test } from 'vitest'
import { partsOfSql } from './sql-script.ts'

test('statements below a comment line are one part with its name, and a query is always one of its own', () => {
  const parts = partsOfSql(`-- Load flights
create or replace table flights as
select * from read_parquet('a;b.parquet');

insert into flights select 1; -- not a name

-- Count flights
select count(*) as n, round(avg(delay), 2) as mean_delay from flights;
select origin, f.delay from flights f limit 10`)
  expect(parts).toEqual([
    {
      name: 'Load flights',
      sql: "create or replace table flights as\nselect * from read_parquet('a;b.parquet');\n\ninsert into flights select 1;\n",
      query: undefined,
    },
    {
      name: 'Count flights',
      sql: 'select count(*) as n, round(avg(delay), 2) as mean_delay from flights',
      query: { columns: ['n', 'mean_delay'], isOneRow: true },
    },
    {
      name: undefined,
      sql: 'select origin, f.delay from flights f limit 10',
      query: { columns: ['origin', 'delay'], isOneRow: false },
    },
  ])
})

test.each([
  ['select a as x, "B b", (select max(c) from t) d from t limit 1', ['x', 'B b', 'd'], true],
  ['with one as (select 1 as n) select n + 1 as m from one', ['m'], false],
  ['select * from t', [], false],
  ['select count(*) from t', [], true],
  ['select coalesce(sum(x), 0) as s from t', ['s'], true],
  ['select sum(x) over (partition by y) as s from t', ['s'], false],
  ['select (select max(a) from s) as m from t', ['m'], false],
  ['select max from t', ['max'], false],
  ["select case when a > 1 then 'x' end from t", [], false],
  ['select distinct a, max(b) as b from t group by a', ['a', 'b'], false],
  ['select max(a) as a, b from t', ['a', 'b'], false],
  ["select '${from}' as x from $T{Orders} where n >= ${least} limit 1", ['x'], true],
])('the columns and rows of %s', (sql, columns, isOneRow) => {
  expect(partsOfSql(sql)).toEqual([{ name: undefined, sql, query: { columns, isOneRow } }])
})

test.each([
  '',
  'Hello',
  'type: orchestration\npipeline: {}',
  'With best regards,\nAnn',
  'Select 1; and then?',
  '-- a',
])('what is no SQL is no part: %s', (text) => expect(partsOfSql(text)).toEqual([]))

test('a statement that begins with WITH and writes is no query', () => {
  const [part] = partsOfSql('with a as (select 1 as n) insert into t select n from a')
  expect(part!.query).toBeUndefined()
})
