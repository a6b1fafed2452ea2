import { expect, test } from 'vitest'
import { explainRefusal } from './confine.ts'

test('a table that is too wide for a lake is refused in words, not in SQL of its catalog', () => {
  const said = [
    'TransactionContext Error: Failed to commit: Failed to commit DuckLake transaction.',
    'Failed to flush changes into DuckLake: Failed to execute query "INSERT INTO "lake".ducklake_snapshot VALUES (9, NOW(), 7, 8, 4);' +
      'CREATE TABLE IF NOT EXISTS "lake".ducklake_inlined_data_7_7(row_id BIGINT, begin_snapshot BIGINT, end_snapshot BIGINT, );":' +
      ' ERROR:  syntax error at or near ")"',
  ].join('\n')
  const explained = explainRefusal(new Error(said), []) as Error
  expect(explained.message).toMatch(/^A table of a lake has at most 1,590 columns, .*: write fewer columns/)
  expect(explained.message).not.toContain('ducklake')
})
