import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'
import { startStandIn } from '../stand-in-process.ts'
import type { ClickHouseConnection } from './connection.ts'

const START_MS = 60_000
const script = fileURLToPath(new URL('stand-in.py', import.meta.url))

/** The Python that has ClickHouse's engine; undefined where it is not installed. */
export function findChdb(): string | undefined {
  const python = join(warehousesFolder(), 'clickhouse', 'bin', 'python')
  return existsSync(python) ? python : undefined
}

/** ClickHouse's engine behind a front that speaks its HTTP interface. */
export interface ClickHouseStandIn extends AsyncDisposable {
  readonly connection: (database: string) => ClickHouseConnection
}

/** Starts it with data of its own. Rejects when it does not start. */
export async function startChdb(python: string): Promise<ClickHouseStandIn> {
  const { port, stop } = await startStandIn({ name: 'chdb', python, script, startMs: START_MS })
  return {
    connection: (database) => ({
      type: 'CLICKHOUSE',
      host: '127.0.0.1',
      port,
      user: 'headrace',
      password: 'of the stand-in',
      ssl: false,
      database,
    }),
    [Symbol.asyncDispose]: stop,
  }
}
