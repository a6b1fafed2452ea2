import { expect, test } from 'vitest'
import { splitStatements } from './split.ts'

test.each([
  ["select 'a;b', 'it\\'s;'; select 2", ["select 'a;b', 'it\\'s;'", 'select 2']],
  [
    'select "a;b" -- one; two\n; // three; four\nselect 2',
    ['select "a;b" -- one; two', '// three; four\nselect 2'],
  ],
  ["select $$ it;'s $$; select 1", ["select $$ it;'s $$", 'select 1']],
  ['begin; insert into t values (1); commit', ['begin', 'insert into t values (1)', 'commit']],
  ['begin transaction; select 1', ['begin transaction', 'select 1']],
  [
    'begin let x := 1; if (x > 0) then select 1; end if; return case when x = 1 then 2 end; end; select 2',
    [
      'begin let x := 1; if (x > 0) then select 1; end if; return case when x = 1 then 2 end; end',
      'select 2',
    ],
  ],
  [
    'declare x int; begin x := 1; return x; end; select 2',
    ['declare x int; begin x := 1; return x; end', 'select 2'],
  ],
  [
    'create procedure p() returns int language sql as begin return 1; end; call p()',
    ['create procedure p() returns int language sql as begin return 1; end', 'call p()'],
  ],
  [
    'create or replace temporary secure procedure p() as declare x int; begin return x; end; call p()',
    ['create or replace temporary secure procedure p() as declare x int; begin return x; end', 'call p()'],
  ],
  [
    'create or replace table t (a int, b int, c int, task int, begin date); select 1',
    ['create or replace table t (a int, b int, c int, task int, begin date)', 'select 1'],
  ],
  ['select case when 1 = 1 then 1 end; select 2', ['select case when 1 = 1 then 1 end', 'select 2']],
  [' ; -- nothing\n;', []],
])('%j is split where its statements end', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements)
})

test('a definition may be of any number of rows', () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => `select ${n} as a, 'x' as b, 'y' as c`)
  const create = `create or replace table t as ${rows.join(' union all ')}`
  expect(splitStatements(`${create}; select 1`)).toEqual([create, 'select 1'])
})
