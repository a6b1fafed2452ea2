import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { warehousesFolder } from '../stand-in-folder.ts'
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
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'pipe'] })
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
    const timer = setTimeout(() => reject(new Error('chdb did not start in time')), START_MS)
    child.once('error', reject)
    child.once('close', () => reject(new Error(`chdb did not start: ${said.trim()}`)))
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
    connection: (database) => ({
      type: 'CLICKHOUSE',
      host: '127.0.0.1',
      port: Number(port),
      user: 'headrace',
      password: 'of the stand-in',
      ssl: false,
      database,
    }),
    [Symbol.asyncDispose]: stop,
  }
}
