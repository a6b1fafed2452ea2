import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { errorText } from '../../../lib/error-text.ts'
import type { MysqlConnection } from '../../../warehouses/connection.ts'
import { createWarehouses } from '../../../warehouses/open.ts'

const START_MS = 120_000
const AGAIN_MS = 100
const NOT_INSTALLED =
  'MariaDB is not installed here, and MySQL and MariaDB are compiled with it. Install its server ' +
  '(Debian and Ubuntu: apt-get install mariadb-server), or compile with --warehouse DUCKDB'

export interface MariaDbServer {
  readonly connection: Omit<MysqlConnection, 'database'>
  stop(): Promise<void>
}

/**
 * Starts the MariaDB that the machine has, with its data below `folder`. Throws an Error that says what to
 * install when the machine has no MariaDB.
 */
export async function startMariaDbServer(folder: string): Promise<MariaDbServer> {
  const data = join(folder, 'mariadb')
  const files = join(folder, 'files')
  const temporary = join(folder, 'temporary')
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : []
  await Promise.all([mkdir(files), mkdir(temporary)])
  const own = [
    '--no-defaults',
    `--datadir=${data}`,
    // A server that starts deletes the temporary tables that it finds, those of other servers too.
    `--tmpdir=${temporary}`,
    ...asRoot,
  ]
  await makeData(own)
  const password = randomBytes(24).toString('hex')
  const first = join(folder, 'first.sql')
  await writeFile(first, onlyUser(password), { mode: 0o600 })
  const port = await freePort()
  const options = [
    ...own,
    `--socket=${join(folder, 'socket')}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    // Nobody else on the machine reaches files through it.
    `--init-file=${first}`,
    `--secure-file-priv=${files}`,
  ]
  const server = spawn('mariadbd', options, { stdio: 'ignore' })
  const stop = () => stopped(server)
  const connection = {
    type: 'MYSQL',
    host: '127.0.0.1',
    port,
    user: 'headrace',
    password,
    ssl: false,
  } as const
  try {
    await answering(server, connection)
  } catch (error) {
    await stop()
    throw error
  }
  return { connection, stop }
}

async function makeData(options: readonly string[]): Promise<void> {
  try {
    await promisify(execFile)('mariadb-install-db', options)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(NOT_INSTALLED, { cause: error })
    throw error
  }
}

/** Run before the server takes connections: users without a password are gone by then. */
const onlyUser = (password: string): string =>
  [
    `delete from mysql.global_priv where User <> 'mariadb.sys';`,
    'flush privileges;',
    `create user headrace@'127.0.0.1' identified by '${password}';`,
    `grant all on *.* to headrace@'127.0.0.1';`,
    '',
  ].join('\n')

/** Waits until the server takes statements. Throws when it ends, or takes too long. */
async function answering(server: ChildProcess, connection: MariaDbServer['connection']): Promise<void> {
  const signal = AbortSignal.timeout(START_MS)
  let failed: unknown
  server.once('error', (error) => {
    failed = error
  })
  for (;;) {
    if (failed !== undefined) throw new Error(`mariadbd: ${errorText(failed)}`, { cause: failed })
    if (server.exitCode !== null) throw new Error(`mariadbd ended with exit code ${server.exitCode}`)
    const warehouses = createWarehouses({ allowPrivateAddresses: true })
    try {
      const warehouse = await warehouses.open({ ...connection, database: 'mysql' })
      await warehouse.execute('select 1', { signal })
      return
    } catch (error) {
      if (signal.aborted)
        throw new Error(`MariaDB did not start within ${START_MS / 1_000} s`, { cause: error })
    } finally {
      await warehouses.close()
    }
    await wait(AGAIN_MS)
  }
}

/** Its data is thrown away, so nothing has to be written. */
async function stopped(server: ChildProcess): Promise<void> {
  if (server.pid === undefined || server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await ended
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { readonly port: number }
      probe.close(() => resolve(port))
    })
  })
}
