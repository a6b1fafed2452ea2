import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type Cluster, postgresEnvironment } from './cluster.ts'
import { stopLimitMs } from './orphan.ts'
import { commandAs } from './privileges.ts'
import { readFrom, sizeOf } from './server-log.ts'

export interface PostgresProcess {
  readonly port: number
  readonly pid: number
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<void>
  stop(): Promise<void>
}

/** Recovery after a crash replays what was written since the last checkpoint; this is ample. */
const READY_LIMIT_MS = 300_000
const retryLimitMs = 15_000

/** Faults that pass: the port was taken meanwhile, or processes of a killed server have not ended yet. */
const passingFaults =
  /could not bind|could not create any TCP\/IP sockets|is still in use|pre-existing shared memory/

export interface PostgresOptions {
  readonly settings: Readonly<Record<string, string>>
  readonly logFile: string
  readonly log: Log
  /** The port of 127.0.0.1 to listen on; a free one when absent. */
  readonly port?: number
  /** Ends the start. */
  readonly signal?: AbortSignal
  /** Called each time that the server's process is there. */
  readonly onSpawn?: () => void
}

/** Starts the server and waits until it is ready. Throws StartupError. */
export async function startPostgres(cluster: Cluster, options: PostgresOptions): Promise<PostgresProcess> {
  const { settings, logFile, log, signal } = options
  const deadline = performance.now() + retryLimitMs
  for (;;) {
    const logStart = await sizeOf(logFile)
    const port = options.port ?? (await findFreePort())
    const { child, exited } = await spawnServer(cluster, { ...settings, port: String(port) }, logFile)
    options.onSpawn?.()
    if (await becomesReady(cluster.dataFolder, child, exited, signal))
      return asProcess(child, port, exited, log)
    if (isRunning(child)) await stop(child, exited, log)
    const said = await readFrom(logFile, logStart)
    if (!passingFaults.test(said) || performance.now() > deadline || signal?.aborted)
      throw notStarted(cluster, said, logFile)
    await sleep(100)
  }
}

async function spawnServer(cluster: Cluster, settings: Readonly<Record<string, string>>, logFile: string) {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const command = commandAs(cluster.identity, cluster.binaries.postgres, [
    '-D',
    cluster.dataFolder,
    ...options,
  ])
  await using output = await open(logFile, 'a', 0o600)
  const child = spawn(command.file, command.args, {
    ...command.options,
    env: postgresEnvironment,
    cwd: '/',
    stdio: ['ignore', output.fd, output.fd], // a file, not a pipe: it outlives this process
    detached: true, // Ctrl-C in a terminal reaches the whole group; the API still has to write what it holds
  })
  return { child, exited: exitOf(child) } // before the file is closed: it may have ended by then
}

function asProcess(child: ChildProcess, port: number, exited: Promise<void>, log: Log): PostgresProcess {
  const endWithUs = () => void child.kill('SIGINT')
  process.once('exit', endWithUs) // also after an uncaught error; a kill -9 leaves an orphan
  void exited.then(() => process.off('exit', endWithUs))
  child.unref()
  let stopping: Promise<void> | undefined
  const stopOnce = () => {
    stopping ??= stop(child, exited, log)
    return stopping
  }
  return { port, pid: child.pid!, exited, stop: stopOnce }
}

/** SIGINT ends the sessions and writes a checkpoint. What follows is rougher, but safe: it means recovery. */
async function stop(child: ChildProcess, exited: Promise<void>, log: Log): Promise<void> {
  child.ref()
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(child)) break
    if (signal !== 'SIGINT') log.warn({ signal }, 'PostgreSQL takes long to stop')
    child.kill(signal)
    const patience = new AbortController()
    await Promise.race([
      exited,
      sleep(stopLimitMs, undefined, { signal: patience.signal }).catch(() => undefined),
    ])
    patience.abort()
  }
  await exited
}

const isRunning = (child: ChildProcess) =>
  child.pid !== undefined && child.exitCode === null && child.signalCode === null

const exitOf = (child: ChildProcess): Promise<void> =>
  once(child, 'exit').then(
    () => undefined,
    () => undefined, // could not be spawned
  )

/** The eighth line of the pid file is the server's own word on its state; `pg_ctl start` waits for it too. */
async function becomesReady(
  dataFolder: string,
  child: ChildProcess,
  exited: Promise<void>,
  signal?: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + READY_LIMIT_MS
  let ended = false
  void exited.then(() => {
    ended = true
  })
  while (!ended && !signal?.aborted && performance.now() < deadline) {
    const lines = (await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')
    if (lines[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    await sleep(10)
  }
  return false
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port')
  return address.port
}

function notStarted({ dataFolder }: Cluster, said: string, logFile: string): StartupError {
  const reason = said.trim().split('\n').slice(-8).join('\n') || 'it said nothing'
  return new StartupError(`PostgreSQL did not start on ${dataFolder}. The end of ${logFile}:\n${reason}`)
}
