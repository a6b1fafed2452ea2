import { expect, test } from 'vitest'
import type { NamedTable, SqlDialect } from '../lib/datasets.ts'
import type { KnownTable, StatementLineage } from '../lib/sql-lineage.ts'
import { readSql } from './read-sql.ts'

const shown = ({ database, schema, table }: NamedTable) =>
  [database, schema, table].filter((part) => part !== undefined).join('.')
const written = ({ columns }: StatementLineage) =>
  Object.fromEntries(
    columns.map(({ name, from }) => [name, from.map((one) => `${shown(one.table)}.${one.column}`)]),
  )

function read(sql: string, dialect: SqlDialect = 'postgres', known: readonly KnownTable[] = []) {
  const { statements, unread } = readSql(sql, dialect, known)
  const lines = statements.map((one) => `${one.reads.map(shown)} > ${one.writes.map(shown)}`)
  return { lines, columns: statements.map(written), statements, unread }
}

test('every kind of statement says what it reads and writes', () => {
  const cases: readonly (readonly [string, SqlDialect, string])[] = [
    ['insert into s.t (a) select x from u join db.s2.v on u.i = v.i', 'postgres', 'u,db.s2.v > s.t'],
    ['with q as (select * from a) insert into t select * from q', 'postgres', 'a > t'],
    ['create or replace view v as with q as (select * from w) select a from q', 'duckdb', 'w > v'],
    ['create table t as from u', 'duckdb', 'u > t'],
    ['select a into n from b', 'postgres', 'b > n'],
    ['update t set a = u.b from u where u.i = t.i', 'postgres', 'u > t'],
    ['update t join u on u.i = t.i set t.a = u.b', 'mysql', 'u > t'],
    ['delete from t using u where t.i = u.i', 'postgres', 'u > t'],
    ['delete from t where i in (select i from u)', 'mysql', 'u > t'],
    ['truncate table x, y', 'postgres', ' > x,y'],
    ['replace into t select * from u', 'mysql', 'u > t'],
    ['create table t (a int)', 'mysql', ' > t'],
    ['select max(n) from a', 'redshift', 'a > '],
    [
      'merge into t using (select b from z) s on t.a = s.b when matched then update set b = s.b',
      'postgres',
      'z > t',
    ],
  ]
  for (const [sql, dialect, line] of cases)
    expect(read(sql, dialect), sql).toMatchObject({ lines: [line], unread: [] })
  for (const sql of [
    'begin',
    'set x = 1',
    'drop table t',
    'grant select on t to u',
    'create table if not exists t (a int)',
  ])
    expect(read(sql).lines.join('').replace(' > ', ''), sql).toBe('')
})

test('columns are traced through WITH, subqueries, unions, MERGE and UPDATE', () => {
  expect(
    read(
      'insert into t (p, q) with c as (select a + b as d, k from w) select d, (select max(m) from n) from c',
    ).columns,
  ).toEqual([{ p: ['w.a', 'w.b'], q: ['n.m'] }])
  expect(read('create view v as select a from x union all select b from y').columns).toEqual([
    { a: ['x.a', 'y.b'] },
  ])
  const merge = `merge into t using (select b, c from z) as s on t.a = s.b
    when matched then update set b = s.c when not matched then insert (a, b) values (s.b, s.b)`
  expect(read(merge).columns).toEqual([{ b: ['z.b', 'z.c'], a: ['z.b'] }])
  expect(read('update t set a = u.b + t.c from u where u.i = t.i').columns).toEqual([{ a: ['t.c', 'u.b'] }])
})

test('a set operation behind a subquery in a condition is one of the query, and parentheses keep the name of a column', () => {
  const filtered =
    'select a from x where a > (select max(m) from w) union all select b from y having b > (select 1)'
  expect(read(`insert into t (p) ${filtered} union select (c) from z order by 1`)).toMatchObject({
    lines: ['x,w,y,z > t'],
    columns: [{ p: ['x.a', 'y.b', 'z.c'] }],
  })
  expect(read(`create table t as with w as (select m from v) ${filtered}`)).toMatchObject({
    lines: ['v,x,y > t'],
    columns: [{ a: ['x.a', 'y.b'] }],
  })
  expect(read('create table t as select distinct (a), (b + c) as d from x').columns).toEqual([
    { a: ['x.a'], d: ['x.b', 'x.c'] },
  ])
})

test('names without a table are told by the columns that are known, and asked for otherwise', () => {
  const sql = 'insert into t (p) select z from x join y on x.i = y.i'
  expect(readSql(sql, 'postgres').needsColumns).toBe(true)
  const known = [
    { table: { table: 'y' }, columns: ['i', 'z'] },
    { table: { table: 'x' }, columns: ['i'] },
  ]
  expect(read(sql, 'postgres', known).columns).toEqual([{ p: ['y.z'] }])
  const star = [{ table: { table: 'u' }, columns: ['a', 'b'] }]
  expect(read('create table t as select * from u', 'postgres', star)).toMatchObject({
    columns: [{ a: ['u.a'], b: ['u.b'] }],
    statements: [{ tableColumns: ['a', 'b'] }],
  })
})

test('unquoted names are taken as the database takes them', () => {
  expect(read('insert into T select Q.A from U as Q').columns).toEqual([{ a: ['u.a'] }])
  expect(read('insert into "T" select "A" from "U"')).toMatchObject({
    lines: ['U > T'],
    columns: [{ A: ['U.A'] }],
  })
  expect(read('insert into `T` select a from U', 'mysql').lines).toEqual(['U > T'])
})

test('a temporary table stands for what it was made of', () => {
  const script = `create temp table x as select a as b from y; insert into x select 1; insert into t (c) select b from x`
  expect(read(script)).toMatchObject({ lines: [' > ', 'y > t'], columns: [{}, { c: ['y.a'] }] })
})

test('what a script adds to a temporary table is part of it, and the last one of a name counts', () => {
  const script = `create temp table x (a int, b int); insert into x select p, q from t; insert into x (b) select r from u;
    insert into y (c, d) select b, a from x; create temp table x as select v as a from w; insert into z (a) select a from x`
  expect(read(script)).toMatchObject({
    lines: ['t > ', 'u > ', 't,u > y', 'w > z'],
    columns: [{}, {}, { c: ['t.q', 'u.r'], d: ['t.p'] }, { a: ['w.v'] }],
  })
})

test('a temporary table that is dropped or emptied is made of nothing any more', () => {
  const dropped = `create temp table s as select a from src; drop table if exists s; create table s as select a from other`
  expect(read(dropped)).toMatchObject({ lines: ['other > s'] })
  const emptied = `create temp table b as select a from x; insert into t (a) select a from b; truncate table b;
    insert into b select a from y; insert into u (a) select a from b`
  for (const [emptying, dialect] of [
    ['truncate table b', 'postgres'],
    ['delete from b', 'redshift'],
    ['delete from b where true', 'bigquery'],
  ] as const)
    expect(read(emptied.replace('truncate table b', emptying), dialect)).toMatchObject({
      lines: ['x > t', ' > ', 'y > ', 'y > u'],
    })
  const some = emptied.replace('truncate table b', 'delete from b where a = 1')
  expect(read(some).lines.at(-1)).toBe('x,y > u')
})

test('a name of BigQuery that is quoted as a whole has the parts of the table', () => {
  const script = 'insert into `p.ds.t` (a) select s.a from `q`.`ds.s` s'
  expect(read(script, 'bigquery').statements).toMatchObject([
    {
      writes: [{ database: 'p', schema: 'ds', table: 't' }],
      reads: [{ database: 'q', schema: 'ds', table: 's' }],
    },
  ])
})

test('an insert by name leaves columns to their names', () => {
  const known = [{ table: { table: 'y' }, columns: ['a', 'b'] }]
  const columns = (sql: string) => read(sql, 'duckdb', known).columns
  expect(columns('insert into y by name select b, a from t')).toEqual([{ b: ['t.b'], a: ['t.a'] }])
  expect(columns('insert into y select b, a from t')).toEqual([{ a: ['t.b'], b: ['t.a'] }])
})

test('a script is cut as its database cuts it, and blocks at their semicolons', () => {
  const line = (sql: string, dialect: SqlDialect) => read(sql, dialect).lines.at(-1)?.toLowerCase()
  const text = String.raw`select 'it\'s; x' as a from t; insert into y (a) select a from z`
  for (const dialect of ['snowflake', 'clickhouse', 'bigquery', 'databricks'] as const)
    expect([line(text, dialect), read(text, dialect).unread], dialect).toEqual(['z > y', []])
  expect(line(text, 'redshift')).toBe('z > y')
  expect(read('select `a;b` as a from t', 'clickhouse')).toMatchObject({ lines: ['t > '], unread: [] })
  const block = 'begin if (x) then delete from t; end if; insert into y (a) select a from z; end'
  for (const dialect of ['snowflake', 'bigquery'] as const) expect(line(block, dialect)).toBe('z > y')
})

test('files that DuckDB reads and writes are none of its tables', () => {
  const files = (sql: string) => {
    const [one] = read(sql, 'duckdb').statements
    return [one!.reads.map(shown), one!.readsFiles, one!.writesFiles]
  }
  expect(files("create table t as select * from read_csv('in/a.csv')")).toEqual([[], ['in/a.csv'], []])
  expect(files("insert into t select * from 's3://b/x.parquet'")).toEqual([[], ['s3://b/x.parquet'], []])
  expect(files("copy (select * from u) to 'out.parquet'")).toEqual([['u'], [], ['out.parquet']])
  expect(files("copy t from 'in.csv'")).toEqual([[], ['in.csv'], []])
})

test('a statement that cannot be read leaves the others readable, and size has a limit', () => {
  const { lines, unread } = read('insert into t select * from u; select from where; truncate x')
  expect([lines, unread.length]).toEqual([['u > t', ' > x'], 1])
  expect(read(`select '${'x'.repeat(200_000)}'`).unread).toEqual(['It has more than 200000 characters'])
})

test('a part of WITH that writes is a statement of its own', () => {
  const insert = 'insert into orders (id) select a from staging returning id'
  const cases = [
    [
      `with ins as (${insert}) insert into audit (i) select id from ins`,
      ['staging > orders', 'staging > audit'],
    ],
    [
      `with s as (select a from raw), ins as (insert into orders select a from s) select 1`,
      ['raw > orders', 'raw > '],
    ],
    [
      'with ups as (update orders set a = s.b from s where s.i = orders.i returning id) select count(*) from ups',
      ['s > orders', 'orders,s > '],
    ],
    [
      'with gone as (delete from orders where old returning *) insert into archive select * from gone',
      [' > orders', 'orders > archive'],
    ],
  ] as const
  for (const [sql, lines] of cases) expect(read(sql), sql).toMatchObject({ lines, unread: [] })
  expect(read(`with ins as (${insert}) select 1`).columns[0]).toEqual({ id: ['staging.a'] })
})

test('an insert into several tables writes each of them', () => {
  expect(read('insert all into a (p) into b (q) values (x) select x from s', 'snowflake')).toMatchObject({
    lines: ['S > A', 'S > B'],
    columns: [{ P: ['S.X'] }, {}],
    unread: [],
  })
  const conditional =
    'insert first when n > 1 then into t1 else into t2 with c as (select n from s) select n from c'
  expect(read(conditional, 'snowflake').lines).toEqual(['S > T1', 'S > T2'])
})

test('what is gone with the session is no table: temporary views, SELECT INTO, and names with #', () => {
  const made: readonly (readonly [string, string, SqlDialect])[] = [
    ['create temp view x as select a as b from y', 'x', 'postgres'],
    ['create or replace temporary view x as select a as b from y', 'x', 'databricks'],
    ['select a as b into temp x from y', 'x', 'postgres'],
    ['select a as b into #x from y', '#x', 'redshift'],
    ['create table #x as select a as b from y', '#x', 'redshift'],
  ]
  for (const [sql, name, dialect] of made)
    expect(read(`${sql}; insert into t (c) select b from ${name}`, dialect), sql).toMatchObject({
      lines: ['y > t'],
      columns: [{ c: ['y.a'] }],
    })
  expect(
    read('create temp view x as select a from y; drop view x; insert into t select a from x').lines,
  ).toEqual(['x > t'])
})

test('a clone reads what it copies, with all columns that are known', () => {
  const clones: readonly (readonly [string, SqlDialect])[] = [
    ['create or replace table t clone s.u at (offset => -60)', 'snowflake'],
    ['create table t deep clone s.u', 'databricks'],
    ['create table t copy s.u', 'bigquery'],
  ]
  for (const [sql, dialect] of clones) {
    const [s, u, t, a] = dialect === 'snowflake' ? ['S', 'U', 'T', 'A'] : ['s', 'u', 't', 'a']
    const known = [{ table: { schema: s, table: u! }, columns: [a!] }]
    expect(read(sql, dialect, known), sql).toMatchObject({
      lines: [`${s}.${u} > ${t}`],
      columns: [{ [a!]: [`${s}.${u}.${a}`] }],
      statements: [{ tableColumns: [a] }],
    })
    expect(readSql(sql, dialect).needsColumns).toBe(true)
  }
})
