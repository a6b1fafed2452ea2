import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { ownFolder } from '../../lib/folder-owner.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type Cluster, databaseName, ensureCluster, roleName } from './cluster.ts'
import { type KeptRunning, keepRunning } from './keep-running.ts'
import { endOrphan } from './orphan.ts'
import { createFolder, findPlace } from './place.ts'
import { type PostgresOptions, type PostgresProcess, startPostgres } from './process.ts'
import { keepSmall, rotate } from './server-log.ts'

export interface EmbeddedPostgres {
  readonly connectionString: string
  /** The server's process, the last one where it was started again. */
  readonly pid: number
  /** Why it does not serve at the moment, in words; undefined while it does. */
  fault(): string | undefined
  /** Resolves when the server has ended, after `stop` or on its own, and is not started again. */
  readonly exited: Promise<void>
  /** Ends all sessions and shuts the server down, at most 30 s. May be called again. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly folder: string
  readonly log: Log
  /** Whether a commit survives a power cut; false only for tests, which throw their data away. */
  readonly durable?: boolean
  /** Whether a server that ends on its own is started again, on the same port and for as long as it takes. */
  readonly restarts?: boolean
  /**
   * Called once, as soon as PostgreSQL works in a process of its own, which takes a while: what keeps this
   * process busy delays nothing from then on.
   */
  readonly onWork?: () => void
}

/** Meant for one control plane on one machine; small, because it also runs on laptops. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // An API process takes up to 22, and each runner up to 10 for the catalog of a lake.
  max_connections: '100',
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
  const { log } = options
  const onWork = onlyOnce(options.onWork)
  const folder = await createFolder(options.folder)
  const giveUp = await ownFolder(folder)
  try {
    const cluster = await findPlace(folder, options.durable ?? true, log)
    await endOrphan(cluster.dataFolder, log)
    const password = await ensureCluster(cluster, log, onWork)
    const logFile = join(folder, 'postgres.log')
    await rotate(logFile)
    const start = startOf(cluster, logFile, log)
    const first = await start({ onSpawn: onWork }).catch(async (error) => {
      throw await explained(cluster.dataFolder, error)
    })
    const { port, pid } = first
    log.info({ port, pid, dataFolder: cluster.dataFolder }, 'PostgreSQL is ready')
    const kept = options.restarts
      ? keepRunning(first, again(cluster, start, log), (error) => explain(cluster.dataFolder, error), log)
      : once(first, logFile, log)
    const endWatch = keepSmall(logFile)
    void kept.ended.then(endWatch)
    const address = `127.0.0.1:${port}/${databaseName}`
    const connectionString = `postgres://${roleName}:${encodeURIComponent(password)}@${address}`
    let stopping: Promise<void> | undefined
    const stop = () => {
      stopping ??= kept.stop().then(giveUp)
      return stopping
    }
    return {
      connectionString,
      get pid() {
        return kept.server.pid
      },
      fault: kept.fault,
      exited: kept.ended,
      stop,
    }
  } catch (error) {
    await giveUp()
    throw error
  }
}

type Start = (how?: Pick<PostgresOptions, 'port' | 'signal' | 'onSpawn'>) => Promise<PostgresProcess>

const startOf = (cluster: Cluster, logFile: string, log: Log): Start => {
  const ours = cluster.durable ? settings : { ...settings, ...withoutDurability }
  return (how = {}) => startPostgres(cluster, { settings: ours, logFile, log, ...how })
}

function onlyOnce(call: () => void = () => {}): () => void {
  let isCalled = false
  return () => {
    if (!isCalled) call()
    isCalled = true
  }
}

/** What a killed server left behind is cleared away first. */
const again = (cluster: Cluster, start: Start, log: Log) => async (port: number, signal: AbortSignal) => {
  await endOrphan(cluster.dataFolder, log)
  return start({ port, signal })
}

/** A server that is not started again. */
function once(server: PostgresProcess, logFile: string, log: Log): KeptRunning {
  let stopping = false
  const ended = server.exited.then(() => {
    if (!stopping) log.error({ pid: server.pid, logFile }, 'PostgreSQL ended on its own')
  })
  async function stop(): Promise<void> {
    stopping = true
    await server.stop()
  }
  return { server, fault: () => undefined, ended, stop }
}

/** The error itself, unless the cause is a full disk: PostgreSQL says little then. */
async function explained(dataFolder: string, error: unknown): Promise<unknown> {
  const reason = await fullDisk(dataFolder, error)
  return reason === undefined
    ? error
    : new StartupError(`PostgreSQL did not start: ${reason}.`, { cause: error })
}

/** One segment of the write-ahead log: with less, PostgreSQL stops and cannot start. */
const NEEDED_BYTES = 16 * 1024 * 1024

/**
 * In words; undefined when there is room. PostgreSQL's own log says nothing where there is no room for it.
 */
async function fullDisk(dataFolder: string, error: unknown): Promise<string | undefined> {
  const room = await statfs(dataFolder).catch(() => undefined)
  const isFull = room !== undefined && room.bavail * room.bsize < NEEDED_BYTES
  if (!isFull && !/No space left on device|Disk quota exceeded/.test(errorText(error))) return undefined
  return `the disk of ${dataFolder} is full, and PostgreSQL needs at least ${NEEDED_BYTES / 1024 / 1024} MiB there`
}

/** Why PostgreSQL does not run, as a person would say it; `error` is that of an attempt to start it. */
async function explain(dataFolder: string, error: unknown): Promise<string> {
  const reason = await fullDisk(dataFolder, error)
  if (reason !== undefined) return `${reason}; it starts by itself when there is room`
  return error === undefined ? 'PostgreSQL ended on its own and is being started again' : errorText(error)
}
