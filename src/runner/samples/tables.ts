import { errorText } from '../../lib/error-text.ts'
import type { FromRunner, ToRunner } from '../../protocol/messages.ts'
import type { Cell, Warehouse } from '../../warehouses/warehouse.ts'
import type { ProbeTools } from '../probes/probe.ts'
import { failed, openEnvironment, READING_TIMEOUT_MS, type Reading, readWithin } from './reading.ts'

type Wanted = Extract<ToRunner, { kind: 'tables-wanted' }>
type Answer = Extract<FromRunner, { kind: 'tables-listed' }>
/** What a list is when nothing went wrong, or why it failed. */
type Outcome = Omit<Answer, 'kind' | 'sample' | 'latencyMs'>

const MAX_SCHEMAS = 500
/** Of all tables of the name together. */
const MAX_COLUMNS = 2_000
const MAX_TYPE_CHARACTERS = 200

/**
 * The tables of an environment's database whose names begin with the prefix, or the columns of those of one
 * name, read in a transaction that can change nothing. Never throws; undefined once it was cancelled.
 */
export async function listTables(
  tools: ProbeTools,
  wanted: Wanted,
  cancelled: AbortSignal,
  timeoutMs = READING_TIMEOUT_MS,
): Promise<Answer | undefined> {
  const answer = await readWithin<Outcome>(
    { cancelled, timeoutMs },
    async (reading) => {
      const warehouse = await openEnvironment(tools, wanted, reading)
      const { table } = wanted
      return table === undefined
        ? foundTables(warehouse, wanted, reading)
        : foundColumns(warehouse, { ...wanted, table }, reading)
    },
    ({ error, isTooLate, mask }) =>
      failed(
        isTooLate
          ? `The database did not list its tables within ${timeoutMs / 1_000} s: name a schema`
          : mask(errorText(error)),
      ),
  )
  return answer && { kind: 'tables-listed', sample: wanted.sample, ...answer }
}

async function foundTables(warehouse: Warehouse, wanted: Wanted, { signal }: Reading): Promise<Outcome> {
  const { database, limit } = wanted
  const { catalogue } = warehouse
  const schemas = await rowsOf(warehouse, catalogue.schemas({ database, limit: MAX_SCHEMAS }), signal)
  const rows = await rowsOf(warehouse, catalogue.tables({ ...wanted, limit: limit + 1 }), signal)
  const [first] = schemas
  return {
    ok: true,
    schemas: schemas.map(([name]) => name ?? ''),
    ...(first?.[1] === '1' && { usualSchema: first[0] ?? '' }),
    tables: rows.slice(0, limit).map(([schema, name]) => ({ schema: schema ?? '', name: name ?? '' })),
    more: rows.length > limit,
  }
}

async function foundColumns(
  warehouse: Warehouse,
  wanted: Wanted & { readonly table: string },
  { signal }: Reading,
): Promise<Outcome> {
  const { catalogue } = warehouse
  const rows = await rowsOf(warehouse, catalogue.columns({ ...wanted, limit: MAX_COLUMNS + 1 }), signal)
  const whole = rows.slice(0, MAX_COLUMNS)
  const tables = [...Map.groupBy(whole, ([schema, name]) => JSON.stringify([schema, name])).values()]
  return {
    ok: true,
    tables: tables.slice(0, wanted.limit).map((columns) => ({
      schema: columns[0]![0] ?? '',
      name: columns[0]![1] ?? '',
      columns: columns.map(([, , name, type]) => ({
        name: name ?? '',
        type: (type ?? '').slice(0, MAX_TYPE_CHARACTERS),
      })),
    })),
    more: rows.length > MAX_COLUMNS || tables.length > wanted.limit,
  }
}

async function rowsOf(warehouse: Warehouse, sql: string, signal: AbortSignal): Promise<(readonly Cell[])[]> {
  const { batches } = await warehouse.query(sql, { signal, readOnly: true })
  const rows: (readonly Cell[])[] = []
  for await (const batch of batches) rows.push(...batch)
  return rows
}
