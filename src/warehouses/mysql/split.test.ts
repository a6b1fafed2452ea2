import { expect, test } from 'vitest'
import { firstWord, splitStatements } from './split.ts'

test.each([
  ['select 1; select 2;', ['select 1', 'select 2']],
  [`select 'a;''b'; x`, [`select 'a;''b'`, 'x']],
  ["select 'a\\'; x", ["select 'a\\'", 'x']],
  ['select `a;``b`, "c;""d"; x', ['select `a;``b`, "c;""d"', 'x']],
  ['-- a; b\nselect 1 # c; d\n; /* e; */ x', ['-- a; b\nselect 1 # c; d', '/* e; */ x']],
  ['select 1--1; x', ['select 1--1', 'x']],
  ['/* one /* two */ ; x', ['x']],
  ['/*!50100 set @a = 1 */; x', ['/*!50100 set @a = 1 */', 'x']],
  [
    'delimiter //\ncreate procedure p() begin select 1; select 2; end//\nDELIMITER ;\ncall p(); x',
    ['create procedure p() begin select 1; select 2; end', 'call p()', 'x'],
  ],
  ['select delimiter from t; x', ['select delimiter from t', 'x']],
  [' -- nothing', []],
  ["select 'open; x", ["select 'open; x"]],
])('%j is split where its statements end', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements)
})

test.each([
  ['insert into t', 'insert'],
  ['-- a\n/* b */ # c\n (select 1)', 'select'],
  ['', ''],
])('%j begins with the word %j', (sql, word) => {
  expect(firstWord(sql)).toBe(word)
})

test.each([false, true])('megabytes of text are one token; escapes: %s', (escapes) => {
  const text = `'${`x''${escapes ? "\\'" : ''}`.repeat(4_000_000)}'`
  expect(splitStatements(`select ${text}; x`, escapes)).toEqual([`select ${text}`, 'x'])
})
