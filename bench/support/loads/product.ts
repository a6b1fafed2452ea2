import { randomUUID } from 'node:crypto'
import { run as queryDatabase } from '../../../src/components/orchestration/database-query/run.ts'
import { run as loadFiles } from '../../../src/components/orchestration/s3-load/run.ts'
import { stepContext } from '../../../src/components/testing/step-context.ts'
import type { Connection, DatabaseServer } from '../../../src/warehouses/connection.ts'
import { createWarehouses } from '../../../src/warehouses/open.ts'
import { COLUMNS, SOURCE } from './data.ts'
import type { SourceName } from './targets.ts'

/** What another process is to load, and into which database. */
export interface Order {
  readonly source: SourceName
  readonly kind: string
  readonly connection: Connection
  readonly files: string
  readonly postgres: DatabaseServer
  readonly extensions: string | undefined
}

export interface Loaded {
  readonly rows: number
  readonly seconds: number
  /**
   * Memory of the process, all of it counted: before the load, when half of its time was over, and at its
   * most.
   */
  readonly beforeMb: number
  readonly halfMb: number
  readonly peakMb: number
}

const never = { signal: new AbortController().signal }
const TABLE = 'loaded'

/** Loads as a step of a pipeline does. Throws when the step fails. */
export async function loadAsStep(order: Order): Promise<Loaded> {
  const { source, kind, connection, files, postgres, extensions } = order
  const warehouses = createWarehouses({ allowPrivateAddresses: true, duckdbExtensions: extensions })
  const warehouse = await warehouses.open(connection)
  const name = warehouse.quoteTable({ table: TABLE })
  const columns = kind === 'MariaDB' ? COLUMNS.replace('timestamp', 'datetime(6)') : COLUMNS
  await warehouse.execute(`drop table if exists ${name}`, never)
  if (source !== 'postgres') await warehouse.execute(`create table ${name} (${columns})`, never)
  const connections = [
    {
      name: 'source',
      authProvider: 'POSTGRES',
      authType: 'USER_PASSWORD',
      properties: { ...postgres } as never,
    },
  ]
  const surroundings = stepContext({
    warehouse,
    warehouses,
    warehouseKind: kind,
    filesFolder: files,
    connections,
  })
  // Each is a load of its own.
  const context = { ...surroundings, idempotencyKey: randomUUID() }
  const memory: number[] = [residentMb()]
  const sampling = setInterval(() => memory.push(residentMb()), 200)
  const begun = performance.now()
  const outcome = await (source === 'postgres'
    ? queryDatabase.run(context, {
        connection: 'source',
        sourceSchema: 'public',
        dataSource: SOURCE,
        table: TABLE,
      } as never)
    : loadFiles.run(context, {
        s3ObjectPrefix: `file:///${source}/`,
        fileType: source === 'parquet' ? 'PARQUET' : 'CSV',
        ...(source === 'quoted' && { fieldOptionallyEnclosed: '"' }),
        targetTable: TABLE,
        forceLoad: 'True',
      } as never))
  const seconds = (performance.now() - begun) / 1_000
  clearInterval(sampling)
  if (outcome.result !== 'SUCCESS') throw new Error(outcome.message)
  await context.dispose()
  await warehouses.close()
  return {
    rows: outcome.rowCount ?? 0,
    seconds,
    beforeMb: memory[0] ?? 0,
    halfMb: memory[Math.floor(memory.length / 2)] ?? 0,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1_024),
  }
}

const residentMb = (): number => Math.round(process.memoryUsage().rss / 1_048_576)
