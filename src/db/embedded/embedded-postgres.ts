import { join } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { databaseName, ensureCluster, roleName } from './cluster.ts'
import { endOrphan } from './orphan.ts'
import { ownFolder } from './owner.ts'
import { createFolder, findPlace } from './place.ts'
import { startPostgres } from './process.ts'
import { keepSmall, rotate } from './server-log.ts'

export interface EmbeddedPostgres {
  readonly connectionString: string
  /** The server's process. */
  readonly pid: number
  /** Resolves when the server has ended, after `stop` or on its own. */
  readonly exited: Promise<void>
  /** Ends all sessions and shuts the server down, at most 30 s. May be called again. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly folder: string
  readonly log: Log
  /** Whether a commit survives a power cut; false only for tests, which throw their data away. */
  readonly durable?: boolean
}

/** Meant for one control plane on one machine; small, because it also runs on laptops. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '64MB',
  synchronous_commit: 'on',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  wal_level: 'minimal', // an embedded server has no replicas
  max_wal_senders: '0',
  jit: 'off', // short statements only: compiling them costs more than it gains
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_min_error_statement: 'panic', // statements may contain secrets
}

const withoutDurability = { fsync: 'off', full_page_writes: 'off' }

/**
 * Creates the cluster below `folder` when it is missing, ends what an earlier start left running on it, and
 * starts PostgreSQL on a free port of 127.0.0.1. One process owns a folder at a time. The password lies in
 * `folder`/password, readable to its owner only; PostgreSQL's log in `folder`/postgres.log. Throws
 * StartupError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true } = options
  const folder = await createFolder(options.folder)
  const giveUp = await ownFolder(folder)
  try {
    const cluster = await findPlace(folder, durable, log)
    await endOrphan(cluster.dataFolder, log)
    const password = await ensureCluster(cluster, log)
    const logFile = join(folder, 'postgres.log')
    await rotate(logFile)
    const server = await startPostgres(
      cluster,
      { ...settings, ...(!durable && withoutDurability) },
      logFile,
      log,
    )
    const { port, pid } = server
    const endWatch = keepSmall(logFile)
    let stopping: Promise<void> | undefined
    const exited = server.exited.then(() => {
      endWatch()
      if (stopping === undefined) log.error({ pid, logFile }, 'PostgreSQL ended on its own')
    })
    log.info({ port, pid, dataFolder: cluster.dataFolder }, 'PostgreSQL is ready')
    const address = `127.0.0.1:${port}/${databaseName}`
    const connectionString = `postgres://${roleName}:${encodeURIComponent(password)}@${address}`
    const stop = () => {
      stopping ??= server.stop().then(giveUp)
      return stopping
    }
    return { connectionString, pid, exited, stop }
  } catch (error) {
    await giveUp()
    throw error
  }
}
