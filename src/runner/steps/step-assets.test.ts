import { expect, test } from 'vitest'
import type { Connection } from '../../warehouses/connection.ts'
import { createDatabasePlace } from './step-assets.ts'

test('the place of a database is worked out again where that failed, and once where it did not', async () => {
  let asked = 0
  const open = async (): Promise<Connection> => {
    if (++asked === 1) throw new Error('A secret could not be read')
    return { type: 'DUCKDB', schema: 'main' } as Connection
  }
  const place = createDatabasePlace(open, { project: 'p', environment: 'e' })
  expect(await place()).toBeUndefined()
  expect(await place()).toMatchObject({ dialect: 'duckdb' })
  expect(await place()).toMatchObject({ dialect: 'duckdb' })
  expect(asked).toBe(2)
})
