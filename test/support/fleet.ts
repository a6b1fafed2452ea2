import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { Failure } from '../../src/client/failure.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'
import { silent } from '../../src/lib/log.ts'
import { RESTART_EXIT_CODE } from '../../src/protocol/exit-codes.ts'
import { type Client, createClient } from './api-client.ts'
import { headrace, type Running, waitFor } from './platform.ts'
import { aFreePort, type Forwarder, forward } from './proxy.ts'

const admin = { clientId: 'fleet-admin', clientSecret: 'fleet-admin-secret' }
const masterKey = Buffer.alloc(32, 7).toString('base64')

export interface ApiProcess extends Running {
  readonly port: number
}

/** API and runner processes over one PostgreSQL, each of which a test may kill, stop and continue. */
export interface Fleet {
  /** What API processes reach the database through. */
  readonly database: Forwarder
  /** What clients and runners connect to: a forwarder in front of all API processes. */
  readonly front: Forwarder
  readonly client: Client
  readonly projectId: string
  readonly agentId: string
  readonly databaseUrl: string
  /** The data folder of the API processes. */
  readonly apiFolder: string
  /** `build`: the folder of another build of the program. */
  startApi(env?: Readonly<Record<string, string>>, build?: string): Promise<ApiProcess>
  startRunner(env?: Readonly<Record<string, string>>, build?: string): Promise<Running>
  /** Ends PostgreSQL without ceremony, waits, and starts it on the same data. */
  restartPostgres(awayMs: number): Promise<void>
  /** Stops every process of PostgreSQL as SIGSTOP does, or lets them continue. */
  freezePostgres(isFrozen: boolean): void
  publish(files: Readonly<Record<string, string>>): Promise<void>
  /** Queues `count` executions, some at a time. */
  run(pipelineName: string, count: number): Promise<string[]>
  /** Asks the database, without the forwarder in between. */
  query<T extends object>(text: string, values?: readonly unknown[]): Promise<T[]>
  /** A connection to the database of its own, without the forwarder in between. */
  connect(): Promise<pg.Client>
  /** Ends everything. Throws when a process crashed. */
  stop(): Promise<void>
}

/**
 * A fleet without processes yet. Leases are short, so that tests need not wait for a real one. The first API
 * process migrates the database unless it is migrated.
 */
export async function aFleet(leaseSeconds = 4, isMigrated = true): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-fleet-'))
  const startPostgres = () =>
    startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silent, durable: false })
  let postgres: EmbeddedPostgres = await startPostgres()
  const database = await forward([Number(new URL(postgres.connectionString).port)])
  const front = await forward([])
  const databaseUrl = new URL(postgres.connectionString)
  databaseUrl.port = String(database.port)
  const apiFolder = join(folder, 'api')
  if (isMigrated) await migrate(databaseUrl.href, silent)
  let pool = poolOf(postgres)
  const running = new Set<Running>()
  const faults: string[] = []
  const origin = `http://127.0.0.1:${front.port}`
  const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
  const client = createClient({ url: `${origin}/api`, ...admin }, tools)
  let creating: ReturnType<typeof createWorkspace> | undefined
  let workspace: { projectId: string; agentId: string; credentials: typeof admin } | undefined

  function start(args: readonly string[], env: Readonly<Record<string, string>>, build?: string): Running {
    const process = headrace(args, { HEADRACE_LOG_FORMAT: 'json', ...env }, build)
    running.add(process)
    void process.ended.then((end) => {
      running.delete(process)
      if (typeof end === 'number' && end !== 0 && end !== RESTART_EXIT_CODE)
        faults.push(`headrace ${args[0]} ended with ${end}: ${process.output().slice(-3000)}`)
    })
    return process
  }

  async function startApi(env: Readonly<Record<string, string>> = {}, build?: string): Promise<ApiProcess> {
    const port = await aFreePort()
    const settings = {
      DATABASE_URL: databaseUrl.href,
      HEADRACE_DATA_DIR: apiFolder,
      HEADRACE_MASTER_KEY: masterKey,
      HEADRACE_ADMIN_CLIENT_ID: admin.clientId,
      HEADRACE_ADMIN_CLIENT_SECRET: admin.clientSecret,
      HEADRACE_PUBLIC_URL: origin,
      HEADRACE_PORT: String(port),
      HEADRACE_LEASE_SECONDS: String(leaseSeconds),
      ...env,
    }
    const started = start(['api'], settings, build)
    await waitFor('an API process to listen', async () => {
      if (started.child.exitCode !== null) throw new Error(`headrace api ended: ${started.output()}`)
      return started.output().includes('"The API is listening"')
    })
    front.targets.push(port)
    void started.ended.then(() => front.remove(port))
    creating ??= createWorkspace(client)
    workspace = await creating
    return { ...started, port }
  }

  async function startRunner(env: Readonly<Record<string, string>> = {}, build?: string): Promise<Running> {
    const { credentials } = workspace!
    const settings = {
      HEADRACE_URL: origin,
      HEADRACE_RUNNER_CLIENT_ID: credentials.clientId,
      HEADRACE_RUNNER_CLIENT_SECRET: credentials.clientSecret,
      HEADRACE_DATA_DIR: join(folder, `runner-${running.size}`),
      HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
      HEADRACE_CAPACITY: '2000',
      HEADRACE_MAX_EXECUTIONS: '2000',
      ...env,
    }
    const started = start(['runner'], settings, build)
    await waitFor('a runner to connect', async () => started.output().includes('"Connected"'))
    return started
  }

  async function restartPostgres(awayMs: number): Promise<void> {
    process.kill(postgres.pid, 'SIGQUIT') // no checkpoint, no good-bye: it recovers when it starts
    await postgres.exited
    await postgres.stop()
    await sleep(awayMs)
    postgres = await startPostgres()
    await pool.end()
    pool = poolOf(postgres)
    database.targets.splice(0, 1, Number(new URL(postgres.connectionString).port))
  }

  /** The first process goes first, or it would start others meanwhile. */
  function freezePostgres(isFrozen: boolean): void {
    const children = execFileSync('ps', ['--ppid', String(postgres.pid), '-o', 'pid='], { encoding: 'utf8' })
    const pids = [postgres.pid, ...children.trim().split(/\s+/).map(Number)]
    for (const pid of pids) process.kill(pid, isFrozen ? 'SIGSTOP' : 'SIGCONT')
  }

  async function run(pipelineName: string, count: number): Promise<string[]> {
    const path = `/v1/projects/${workspace!.projectId}/pipeline-executions`
    const json = { pipelineName, environmentName: 'Development' }
    const ids: string[] = []
    const one = async () => {
      while (ids.length < count) {
        const at = ids.push('') - 1
        const headers = { 'idempotency-key': randomUUID() }
        ids[at] = await patiently(async () => {
          const made = client.call<{ pipelineExecutionId: string }>('POST', path, { json, headers })
          return (await made).pipelineExecutionId
        })
      }
    }
    await Promise.all(Array.from({ length: 50 }, one))
    return ids
  }

  async function publish(files: Readonly<Record<string, string>>): Promise<void> {
    const form = new FormData()
    for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
    const headers = { versionName: String(Math.random()), environmentName: 'Development' }
    await client.call('POST', `/v1/projects/${workspace!.projectId}/artifacts`, { form, headers })
  }

  async function stop(): Promise<void> {
    for (const { child } of running) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
    }
    await Promise.all([...running].map(({ ended }) => ended))
    await pool.end()
    await Promise.all([front.close(), database.close()])
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    if (faults.length > 0) throw new Error(faults.join('\n'))
  }

  return {
    database,
    databaseUrl: databaseUrl.href,
    apiFolder,
    front,
    client,
    startApi,
    startRunner,
    restartPostgres,
    freezePostgres,
    publish,
    run,
    stop,
    get projectId() {
      return workspace!.projectId
    },
    get agentId() {
      return workspace!.agentId
    },
    async connect() {
      const own = new pg.Client(postgres.connectionString)
      await own.connect()
      return own
    },
    query: async <T extends object>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<T>(text, [...values])).rows,
  }
}

function poolOf({ connectionString }: EmbeddedPostgres): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 2 })
  pool.on('error', () => undefined) // PostgreSQL is restarted under it
  return pool
}

/** Asks again, as a client does that sent an Idempotency-Key, while the database is away. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof Failure && error.status === 503)) throw error
    }
  }
}

/** A project with one environment, and a runner for it. */
async function createWorkspace(client: Client) {
  const agent = {
    name: 'fleet',
    agentType: 'pipeline',
    cloudProvider: 'self_hosted',
    deployment: 'process',
    maxInstances: 100,
  }
  const { agentId } = await client.call<{ agentId: string }>('POST', '/v1/agents', { json: agent })
  const { projectId } = await client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: 'Fleet' },
  })
  const json = { name: 'Development', defaultAgentId: agentId }
  await client.call('POST', `/v1/projects/${projectId}/environments`, { json })
  const credentials = await client.get<typeof admin>(`/v1/agents/${agentId}/credentials`)
  return { projectId, agentId, credentials }
}
