import { expect, test } from 'vitest'
import { databaseFaults } from './rules.ts'

const duckdb = { type: 'DUCKDB' } as const
const postgres = { type: 'POSTGRES', host: 'db', database: 'sales', user: 'loader' } as const

test.each([
  [
    'one name for the own database and others for files',
    duckdb,
    { A: {}, B: { database: 'b' }, C: { database: 'c' } },
  ],
  [
    'any name for the only database there is',
    postgres,
    { A: {}, B: { database: 'sales' }, C: { schema: 'x' } },
  ],
])('%s is right', (_what, connection, databases) => {
  expect(databaseFaults(connection, databases)).toEqual([])
})

test.each([
  ['two names for the own file', duckdb, { A: {}, B: { schema: 'x' } }, 'only one of A, B to'],
  ['two names for another file', duckdb, { A: { database: 'x' }, B: { database: 'X' } }, 'the database X'],
  ['a name that DuckDB has taken', duckdb, { Memory: {} }, 'cannot map Memory'],
  ['a name with blanks', postgres, { 'a b': {} }, 'cannot map "a b"'],
  ['one name in two spellings', postgres, { A: {}, a: {} }, 'maps a more than once'],
  [
    'a database that is out of reach',
    postgres,
    { A: { database: 'x' } },
    'body/databases must map A to sales',
  ],
])('%s is not', (_what, connection, databases, words) => {
  expect(databaseFaults(connection, databases)).toEqual([expect.stringContaining(words)])
})
