import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureLakeCatalog } from '../../src/db/embedded/lake-catalog.ts'
import { installedExtensions } from '../../src/warehouses/lake/extension-package.ts'
import { createWarehouses } from '../../src/warehouses/open.ts'
import type { BenchPlatform } from './platform.ts'
import { processorMs } from './processor-time.ts'

/** The folder of DuckDB's extensions. Throws an Error that says what to do if there is none. */
export function extensionsFolder(): string {
  const folder = process.env['HEADRACE_DUCKDB_EXTENSIONS'] ?? installedExtensions()
  if (folder !== undefined) return resolve(folder)
  throw new Error(
    "This measurement needs DuckDB's extensions: run `npm run build:extensions`, then set HEADRACE_DUCKDB_EXTENSIONS=dist-extensions",
  )
}

export interface RunnerProcess {
  /** Of the environment whose executions it runs. */
  readonly environmentName: string
  /** Milliseconds of processor time that it took until now. */
  processorMs(): Promise<number>
  stop(): Promise<void>
}

/**
 * A project with a lake, whose catalog is in the platform's PostgreSQL and whose files are in its data
 * folder.
 */
export async function lakeProject(platform: BenchPlatform): Promise<string> {
  const { projectId } = await platform.call<{ projectId: string }>('POST', '/v1/projects', {
    name: `Lake ${Math.random()}`,
  })
  const catalog = await ensureLakeCatalog(join(platform.folder, 'postgres'), platform.databaseUrl)
  const { password, ...server } = catalog!
  await platform.call('POST', `/v1/projects/${projectId}/secrets`, { name: 'lake', value: password })
  const properties = Object.entries(server).map(([name, value]) => [name, { value }] as const)
  await platform.call('POST', `/v1/projects/${projectId}/connections`, {
    name: 'lake',
    platformConnectionType: 'DWH',
    authProvider: 'LAKE',
    authType: 'FOLDER',
    connectionDetails: {
      connectionProperties: { ...Object.fromEntries(properties), password: { secretName: 'lake' } },
    },
  })
  return projectId
}

/**
 * A runner process beside the platform's own, with the same data folder, and an environment on the lake that
 * it runs, with `files` published.
 */
export async function runnerOnLake(
  platform: BenchPlatform,
  projectId: string,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<RunnerProcess> {
  const kind = { agentType: 'pipeline', cloudProvider: 'self_hosted', deployment: 'process' }
  const { agentId } = await platform.call<{ agentId: string }>('POST', '/v1/agents', { name, ...kind })
  const credentials = await platform.call<{ clientId: string; clientSecret: string }>(
    'GET',
    `/v1/agents/${agentId}/credentials`,
  )
  const child = spawn(resolve('bin/headrace.mjs'), ['runner'], {
    env: {
      PATH: process.env['PATH'],
      HEADRACE_DATA_DIR: platform.folder,
      HEADRACE_URL: platform.origin,
      HEADRACE_RUNNER_CLIENT_ID: credentials.clientId,
      HEADRACE_RUNNER_CLIENT_SECRET: credentials.clientSecret,
      HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'true',
      HEADRACE_DUCKDB_EXTENSIONS: extensionsFolder(),
      HEADRACE_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await connected(platform, agentId, child)
  const environment = { name, defaultAgentId: agentId, defaultConnections: { DWH: 'lake' } }
  await platform.call('POST', `/v1/projects/${projectId}/environments`, environment)
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const published = await fetch(`${platform.origin}/api/v1/projects/${projectId}/artifacts`, {
    method: 'POST',
    headers: { ...platform.headers, versionName: '1', environmentName: name },
    body: form,
  })
  if (!published.ok) throw new Error(await published.text())
  return {
    environmentName: name,
    processorMs: () => processorMs(child.pid!),
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    },
  }
}

async function connected(platform: BenchPlatform, agentId: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const { connected } = await platform.call<{ connected: boolean }>('GET', `/v1/agents/${agentId}`)
    if (connected) return
    if (child.exitCode !== null) throw new Error(`The runner ended with ${child.exitCode}`)
    await sleep(50)
  }
}

/**
 * Each look takes the API and PostgreSQL two milliseconds: with many of them, four executions would measure
 * the looks.
 */
const LOOK_MS = 200

/** Runs a pipeline to its end. Throws when it fails. */
export async function runToEnd(
  platform: BenchPlatform,
  projectId: string,
  body: { readonly pipelineName: string; readonly environmentName: string },
): Promise<void> {
  const all = `/v1/projects/${projectId}/pipeline-executions`
  const { pipelineExecutionId: id } = await platform.call<{ pipelineExecutionId: string }>('POST', all, body)
  for (;;) {
    const { status, message } = await platform.call<{ status: string; message?: string }>(
      'GET',
      `${all}/${id}`,
    )
    if (status === 'SUCCESS') return
    if (!['QUEUED', 'RUNNING'].includes(status)) throw new Error(`It ended as ${status}: ${message}`)
    await sleep(LOOK_MS)
  }
}

/** The folder of the lake's files, with a slash at its end. */
export const lakeFiles = ({ folder }: BenchPlatform, projectId: string): string =>
  `${join(folder, 'warehouse', projectId, 'lakes/lake/lake/files')}/`

/** The lake of a project, opened by this process too. */
export async function openLake(platform: BenchPlatform, projectId: string, duckdbMemoryMib?: number) {
  const catalog = await ensureLakeCatalog(join(platform.folder, 'postgres'), platform.databaseUrl)
  const warehouses = createWarehouses({
    allowPrivateAddresses: true,
    duckdbExtensions: extensionsFolder(),
    duckdbMemoryMib,
  })
  const warehouse = await warehouses.open({
    type: 'LAKE',
    catalog: { ...catalog!, ssl: false, schema: 'lake' },
    dataPath: lakeFiles(platform, projectId),
    scratch: join(platform.folder, 'scratch-of-the-bench'),
  })
  const never = { signal: new AbortController().signal }
  return {
    async rows(sql: string) {
      return (await Array.fromAsync((await warehouse.query(sql, never)).batches)).flat()
    },
    [Symbol.asyncDispose]: () => warehouses.close(),
  }
}
