import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { databaseName, ensureCluster, roleName } from '../../src/db/embedded/cluster.ts'
import { findPlace } from '../../src/db/embedded/place.ts'
import { startPostgres } from '../../src/db/embedded/process.ts'
import { silent } from '../../src/lib/log.ts'

/** A PostgreSQL whose synchronous standby is never there. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  wal_level: 'replica',
  max_wal_senders: '2',
  synchronous_standby_names: 'gone',
  fsync: 'off',
}

/** A PostgreSQL of the test file's own where no commit of `synchronous_commit=on` ends. */
export function aReplicatedPostgres(): { readonly url: string } {
  const held = { url: '' }
  let stop = async () => {}
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'headrace-replicated-'))
    const cluster = await findPlace(folder, false, silent)
    const password = await ensureCluster(cluster, silent, () => undefined)
    const server = await startPostgres(cluster, { settings, logFile: join(folder, 'log'), log: silent })
    held.url = `postgres://${roleName}:${password}@127.0.0.1:${server.port}/${databaseName}`
    stop = async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    }
  }, 60_000)
  afterAll(() => stop())
  return held
}
