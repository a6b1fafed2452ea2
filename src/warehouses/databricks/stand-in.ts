import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'
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
  const child = spawn(python, [script], {
    env: { ...process.env, HEADRACE_DELTA_JARS: join(folder, 'jars'), PYSPARK_PYTHON: python },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2_000)
  })
  async function stop(): Promise<void> {
    child.stdin.end()
    await ended
  }
  const port = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Spark did not start in time')), START_MS)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`Spark did not start: ${said.trim()}`)))
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [port] = /^\d+$/m.exec(text) ?? []
      if (port === undefined) return
      clearTimeout(timer)
      resolve(port)
    })
  }).catch(async (error: unknown) => {
    await stop()
    throw error
  })
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
