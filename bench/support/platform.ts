import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { type Connection, openConnection } from './connection.ts'
import { processorMs } from './processor-time.ts'

/** The platform as a user starts it, in a folder that goes with it. */
export interface BenchPlatform extends AsyncDisposable {
  /** Of the process that started the others. */
  readonly pid: number
  readonly origin: string
  /** Its data folder. */
  readonly folder: string
  /** Address of its PostgreSQL, for peers that run on the same server and for looking at tables. */
  readonly databaseUrl: string
  /**
   * Milliseconds of processor time that all its processes took until now: API, runner, PostgreSQL, and what
   * they start.
   */
  processorMs(): Promise<number>
  /** With them any client has the same rights. */
  readonly headers: { readonly authorization: string }
  /** One request over kept-alive connections; answers the parsed body. */
  call<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T>
  /** A connection with the same rights that costs as little as it can. */
  connect(): Promise<Connection>
  /** A project with one environment on the local runner, and these files published. */
  project(files: Readonly<Record<string, string>>): Promise<string>
  /** Publishes these files there under a new name. */
  publish(projectId: string, files: Readonly<Record<string, string>>): Promise<void>
}

const READY_MS = 60_000

/** `program` is the one in the repository unless stated. */
export async function startBenchPlatform(
  env: Readonly<Record<string, string>> = {},
  program = resolve('bin/headrace.mjs'),
): Promise<BenchPlatform> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-bench-'))
  const child = spawn(program, ['start'], {
    env: {
      PATH: process.env['PATH'],
      HEADRACE_DATA_DIR: folder,
      HEADRACE_PORT: '0',
      HEADRACE_LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const { url: origin } = await readJson<{ url: string }>(join(folder, 'headrace.json'))
  const { clientId, clientSecret } = await readJson<{ clientId: string; clientSecret: string }>(
    join(folder, 'admin-credentials.json'),
  )
  const pool = new Pool(origin, { connections: 64, pipelining: 1 })
  const token = await accessToken(origin, clientId, clientSecret)
  const headers = { authorization: `Bearer ${token}` }

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const json = body !== undefined && !(body instanceof FormData)
    const response = await pool.request({
      method: method as 'GET',
      path: `/api${path}`,
      headers: json ? { ...headers, 'content-type': 'application/json' } : headers,
      body: json ? JSON.stringify(body) : null,
    })
    const text = await response.body.text()
    if (response.statusCode >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  let versions = 0

  async function project(files: Readonly<Record<string, string>>): Promise<string> {
    const { projectId } = await call<{ projectId: string }>('POST', '/v1/projects', {
      name: `Bench ${Math.random()}`,
    })
    const { results } = await call<{ results: { agentId: string }[] }>('GET', '/v1/agents')
    const environment = { name: 'Bench', defaultAgentId: results[0]!.agentId }
    await call('POST', `/v1/projects/${projectId}/environments`, environment)
    await publish(projectId, files)
    return projectId
  }

  async function publish(projectId: string, files: Readonly<Record<string, string>>): Promise<void> {
    const form = new FormData()
    for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
    const published = await fetch(`${origin}/api/v1/projects/${projectId}/artifacts`, {
      method: 'POST',
      headers: { ...headers, versionName: `${++versions}`, environmentName: 'Bench' },
      body: form,
    })
    if (!published.ok) throw new Error(await published.text())
  }

  return {
    pid: child.pid!,
    origin,
    folder,
    databaseUrl: await databaseUrl(folder),
    processorMs: () => processorMs(child.pid!),
    headers,
    call,
    connect: () => openConnection(origin, headers),
    project,
    publish,
    async [Symbol.asyncDispose]() {
      await pool.close()
      child.kill('SIGTERM')
      await new Promise((done) => child.once('exit', done))
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function readJson<T>(path: string): Promise<T> {
  for (const until = Date.now() + READY_MS; ; ) {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as T
    } catch (error) {
      if (Date.now() > until) throw error
      await sleep(20)
    }
  }
}

async function accessToken(origin: string, clientId: string, clientSecret: string): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  })
  const response = await fetch(`${origin}/oauth/token`, { method: 'POST', body })
  return ((await response.json()) as { access_token: string }).access_token
}

/**
 * The embedded server of that folder: its port is in the server's own file, its password next to the data.
 */
async function databaseUrl(folder: string): Promise<string> {
  const port = (await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[3]
  const password = (await readFile(join(folder, 'postgres/password'), 'utf8')).trim()
  return `postgres://headrace:${encodeURIComponent(password)}@127.0.0.1:${port}/headrace`
}
