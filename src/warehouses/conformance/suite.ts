import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Cell, Warehouse } from '../warehouse.ts'
import { type Bench, never } from './bench.ts'
import { cancellationTests } from './cancellation.ts'
import { castTests } from './casts.ts'
import { catalogueTests } from './catalogue.ts'
import { type EmptySchema, type TestDatabase, warehousesOfTests } from './databases.ts'
import { descriptionTests } from './descriptions.ts'
import { loadTests } from './loads.ts'
import { queryTests } from './queries.ts'
import { readOnlyTests } from './read-only.ts'
import { scriptTests } from './scripts.ts'
import { tableTests } from './tables.ts'
import { writingTests } from './writing.ts'

/**
 * What every warehouse does, whatever database is behind it: components rely on all of it. `more` runs beside
 * it.
 */
export function conformanceTests(database: TestDatabase, more?: (bench: () => Bench) => void): void {
  let schema: EmptySchema
  let bench: Bench

  beforeEach(async ({ skip, task }) => {
    const beyond = database.beyond?.find(([name]) => name.test(task.name))
    if (beyond !== undefined) skip(beyond[1])
    schema = await database.create()
    const warehouses = warehousesOfTests()
    const opened = await warehouses.open(schema.connection)
    const warehouse = database.spoken?.(opened) ?? opened
    const rowsOf = (sql: string) => allRows(warehouse, sql)
    const { connection } = schema
    const { numbers, speak = (sql) => sql, truths = ['true', 'false'] } = database
    bench = {
      warehouse,
      warehouses,
      connection,
      schema: schema.schema,
      numbers,
      speak,
      truths,
      beyondCells: database.beyondCells ?? [],
      hasFewNumbers: database.hasFewNumbers === true,
      countsBytes: database.countsBytes === true,
      queryId: database.namesQueries === true ? expect.stringMatching(/./) : undefined,
      nameOf: database.nameOf ?? ((name) => name),
      countsCreated: database.countsCreated !== false,
      runningSql: database.runningSql,
      rowsOf,
    }
  })

  afterEach(async () => {
    await bench?.warehouses.close()
    await schema?.remove()
  })

  const current = () => bench
  describe('scripts', () => scriptTests(current))
  describe('queries', () => queryTests(current))
  describe('read-only queries', () => readOnlyTests(current))
  describe('cancellation and limits', () => cancellationTests(current))
  describe('descriptions', () => descriptionTests(current))
  describe('catalogue', () => catalogueTests(current))
  describe('casts', () => castTests(current))
  describe('tables', () => tableTests(current))
  describe('writing', () => writingTests(current))
  describe('loads', () => loadTests(current))
  more?.(current)
}

async function allRows(warehouse: Warehouse, sql: string): Promise<readonly (readonly Cell[])[]> {
  const rows: (readonly Cell[])[] = []
  for await (const batch of (await warehouse.query(sql, never)).batches) rows.push(...batch)
  return rows
}
