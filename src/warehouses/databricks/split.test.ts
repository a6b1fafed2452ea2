import { expect, test } from 'vitest'
import { expressionSql, onlyReads, splitStatements } from './split.ts'

const split = (sql: string) => splitStatements(sql).map((one) => one.sql)

test('a semicolon in a text, a name or a comment does not end a statement', () => {
  const sql = "select 'a;\\';b', \"c;d\", `e;f` -- g;h\n; /* i;j */ select r'k\\'; select '\\\\'; select 3"
  expect(split(sql)).toEqual([
    "select 'a;\\';b', \"c;d\", `e;f` -- g;h",
    "select r'k\\'",
    "select '\\\\'",
    'select 3',
  ])
})

test('pieces without a statement are left out', () => {
  expect(split(' ; -- nothing\n ; /* ; */ ;')).toEqual([])
})

test('a block is one statement, with blocks, cases and loops inside', () => {
  const block = `begin
    declare n int default 1;
    if n = 1 then set n = case when n = 1 then 2 end; else begin select 1; end; end if;
    while n < 5 do set n = n + 1; end while;
    select if(n = 5, 1, 0);
  end`
  expect(split(`select 1; ${block}; select 2`)).toEqual(['select 1', block, 'select 2'])
  expect(split('begin atomic delete from a; delete from b; end; select 1')).toHaveLength(2)
  expect(split('begin; delete from a; commit')).toEqual(['begin', 'delete from a', 'commit'])
  expect(split('begin transaction; delete from a; commit')).toHaveLength(3)
})

test('the body of a procedure is part of its statement', () => {
  const procedure = `create or replace procedure if not exists p(n int) language sql as begin
    delete from a; if n = 1 then insert into a values (1); end if;
  end`
  expect(split(`${procedure}; call p(1)`)).toEqual([procedure, 'call p(1)'])
})

test.each([
  ['table big', true],
  ['with a as (select update from t) select t.delete from a', true],
  ['from t select update, `insert`', true],
  ['with a as (select 1) insert into t select * from a', false],
  ['from t insert overwrite u select *', false],
  ['with a as (select 1) merge into t using a on true when matched then delete', false],
  ['with a as (select 1) delete from t', false],
  ['call p()', false],
])('%s: only reads is %s', (sql, expected) => {
  expect(splitStatements(sql).every(onlyReads)).toBe(expected)
})

test('megabytes of text are one token', () => {
  const text = `'${"\\'x".repeat(3_000_000)}'`
  expect(split(`select ${text}; select 2`)).toEqual([`select ${text}`, 'select 2'])
})

test('names in double quotes are names in expressions', () => {
  expect(expressionSql(`"a b" || '"c"' || \`d\` -- "e"`)).toBe('`a b` || \'"c"\' || `d` -- "e"')
})
