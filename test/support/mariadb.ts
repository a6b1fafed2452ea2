import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { SourceConnection } from '../../src/warehouses/source-database.ts'

export interface MariaDb {
  readonly connection: SourceConnection
  /** Runs statements as the one who may do everything. */
  execute(sql: string): string
  [Symbol.asyncDispose](): Promise<void>
}

const isThere = (program: string): boolean => {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Whether this machine has the programs of a MariaDB server (Debian: `mariadb-server`). */
export const hasMariaDb = (): boolean => ['mariadbd', 'mariadb-install-db', 'mariadb'].every(isThere)

/**
 * A server for all tests of a file, whose user may do everything, where one is installed; `untested` says
 * what is not tested without one.
 */
export function useMariaDb(untested: string): { readonly isThere: boolean; readonly server: () => MariaDb } {
  const isInstalled = hasMariaDb()
  if (!isInstalled) console.warn(`No MariaDB server is installed: ${untested}`)
  let server: MariaDb | undefined
  beforeAll(async () => {
    if (!isInstalled) return
    server = await startMariaDb()
    server.execute(`grant all on *.* to reader@'127.0.0.1'`)
  }, 120_000)
  afterAll(() => server?.[Symbol.asyncDispose]())
  return { isThere: isInstalled, server: () => server! }
}

/** A MariaDB of its own on loopback, with a database `shop` and a user `reader` that may read it. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'mariadb-'))
  const data = join(folder, 'data')
  const socket = join(folder, 'socket')
  const own = [
    '--no-defaults',
    `--datadir=${data}`,
    // A server that starts deletes the temporary tables that it finds, those of other servers too.
    `--tmpdir=${folder}`,
    ...(process.getuid?.() === 0 ? ['--user=root'] : []),
  ]
  execFileSync('mariadb-install-db', [...own, '--auth-root-authentication-method=normal'], { stdio: 'pipe' })
  const port = await freePort()
  const server = spawn(
    'mariadbd',
    [...own, `--socket=${socket}`, `--port=${port}`, '--bind-address=127.0.0.1'],
    { stdio: 'ignore' },
  )
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const execute = (sql: string) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '-uroot', '-N', '-e', sql], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  await until(() => execute('select 1'))
  execute(
    `create database shop; create user reader@'127.0.0.1' identified by 'its-password'; grant select on shop.* to reader@'127.0.0.1'`,
  )
  return {
    connection: {
      type: 'MYSQL',
      host: '127.0.0.1',
      port,
      database: 'shop',
      user: 'reader',
      password: 'its-password',
      ssl: false,
    },
    execute,
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function until(work: () => void): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
