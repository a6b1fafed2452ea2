import { expect, test } from 'vitest'
import { splitStatements } from './split.ts'

test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  [' ; -- nothing; at all\n /* ; */ ;', []],
  ["select ';', 'it''s;' ; x", ["select ';', 'it''s;'", 'x']],
  ["select e'\\';' ; x", ["select e'\\';'", 'x']],
  ["select type'\\'; x", ["select type'\\'", 'x']],
  ['select "a;""b" ; x', ['select "a;""b"', 'x']],
  ['select 1 -- one; two\n; x', ['select 1 -- one; two', 'x']],
  ['select 1 -- one\r; x', ['select 1 -- one', 'x']],
  ["select e'a' -- one\n  '\\'', 2; x", ["select e'a' -- one\n  '\\'', 2", 'x']],
  ["select e'a' '\\' ; x", ["select e'a' '\\'", 'x']],
  ['/* a /* ; */ b ; */ select 1; x', ['/* a /* ; */ b ; */ select 1', 'x']],
  ['do $$ begin; end $$; x', ['do $$ begin; end $$', 'x']],
  ['do $f$ $$ ; $$ $f$; x', ['do $f$ $$ ; $$ $f$', 'x']],
  ['select a$b$; select c$b$', ['select a$b$', 'select c$b$']],
  ['select $1; x', ['select $1', 'x']],
  ['( ; x', ['(', 'x']],
  ["select 'open; x", ["select 'open; x"]],
])('%j is split at the semicolons that end a statement', (sql, statements) => {
  expect(splitStatements(sql)).toEqual(statements)
})

test.each(["'", "e'", '"'])('megabytes of text that begin with %s are one token', (quote) => {
  const end = quote.at(-1)
  const text = `${quote}${`x${end}${end}`.repeat(4_000_000)}${end}`
  expect(splitStatements(`select ${text}; x`)).toEqual([`select ${text}`, 'x'])
})
