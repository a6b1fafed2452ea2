import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'
import { startStandIn } from '../stand-in-process.ts'
import type { DatabricksConnection } from './connection.ts'

const START_MS = 180_000
const script = fileURLToPath(new URL('stand-in.py', import.meta.url))

/** The folder of Spark with Delta; undefined where they are not installed. */
export function findSpark(): string | undefined {
  const folder = join(warehousesFolder(), 'databricks')
  return existsSync(join(folder, 'jars')) ? folder : undefined
}

/** Spark in the place of Databricks, which nobody can install. */
export interface DatabricksStandIn extends AsyncDisposable {
  readonly connection: (schema: string) => DatabricksConnection
}

/** Starts it with data of its own. Rejects when it does not start. */
export async function startSpark(folder: string): Promise<DatabricksStandIn> {
  const python = join(folder, 'bin', 'python')
  const env = { HEADRACE_DELTA_JARS: join(folder, 'jars'), PYSPARK_PYTHON: python }
  const { port, stop } = await startStandIn({ name: 'Spark', python, script, startMs: START_MS, env })
  return {
    connection: (schema) => ({
      type: 'DATABRICKS',
      url: `http://127.0.0.1:${port}`,
      warehouseId: 'abcdef0123456789',
      credentials: { kind: 'token', token: 'of-the-stand-in' },
      catalog: 'spark_catalog',
      schema,
    }),
    [Symbol.asyncDispose]: stop,
  }
}
