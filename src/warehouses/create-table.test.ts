import { expect, test } from 'vitest'
import { createTableSql } from './create-table.ts'
import { duckdbTables } from './duckdb/types.ts'

const defaultOf = (type: string, defaultValue: string) => {
  const column = { name: 'a', type, size: undefined, precision: undefined, defaultValue }
  const columns = [{ ...column, notNull: false, unique: false, comment: undefined }]
  const made = createTableSql(duckdbTables, 't', { mode: 'create', columns, primaryKeys: [] })
  return / default (.*)\n/.exec(made)?.[1]
}

test.each(['unknown', '(none)', 'N/A (unknown)', '(555) 1 (home)', 'A(1) or B(2)', 'it (is)'])(
  'the default %s of a text is a text',
  (value) => expect(defaultOf('VARCHAR', value)).toBe(`'${value}'`),
)

test.each([
  ['VARCHAR', "upper('x')"],
  ['VARCHAR', "(concat('a', lower('B)')))"],
  ['VARCHAR', "('a' || 'b')"],
  ['VARCHAR', 'null'],
  ['DATE', '(current_date + 1)'],
  ['UUID', '(uuid())'],
])('the default of a %s may be the expression %s', (type, value) => {
  expect(defaultOf(type, value)).toBe(value)
})
