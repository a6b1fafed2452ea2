import { constants, existsSync } from 'node:fs'
import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { beginLine, endLine } from '../../cli/commands/executions/step-text.ts'
import { watchSteps } from '../../cli/commands/executions/step-watcher.ts'
import { readProjectFiles } from '../../cli/commands/publish/source-files.ts'
import { paintFor } from '../../cli/terminal/colour.ts'
import { type Client, createClient } from '../../client/client.ts'
import { findExecution, findRunner } from '../../client/lookup.ts'
import type { Execution } from '../../client/resources.ts'
import type { LakeCatalog } from '../../db/embedded/lake-catalog.ts'
import { installed } from '../../lib/installation.ts'
import type { Log } from '../../lib/log.ts'
import { fileSafe } from '../../runner/steps/file-safe.ts'
import type { RunningApi } from '../api/api.ts'
import { ensureOwnConnector } from './demo-connector.ts'
import { ensureLake, LAKE_CONNECTION } from './demo-lake.ts'
import { BRANCH, commitFiles } from './demo-repository.ts'
import { ownCommand } from './own-command.ts'

export interface DemoOptions {
  readonly api: RunningApi
  readonly basePath: string
  readonly folder: string
  /** The folder whose files pipelines may read. */
  readonly filesDir: string
  /** Where the catalog of a lake may be; undefined where there can be none. */
  readonly lakeCatalog: LakeCatalog | undefined
  readonly log: Log
  readonly signal: AbortSignal
}

const PROJECT = 'Demo'
const ENVIRONMENTS = ['Development', 'Production'] as const
/** The same pipelines on another engine, where its extensions are installed. */
const LAKE = 'Lake'
const PIPELINE = 'Flights/Load and report'
const VERSION = '1.0'
const POLL_MS = 150
const pipelines = installed('demo/pipelines')

/**
 * Creates the demo project through the public API, like any client, and runs its pipeline once. What exists
 * already is kept, so that starting again repeats and duplicates nothing. A failure is logged; the platform
 * works without the demo.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { api, basePath, folder, lakeCatalog, log, signal } = options
  try {
    const credential = await readCredential(api, folder)
    if (credential === undefined) {
      return log.warn({}, 'Skipped the demo: admin-credentials.json is missing from the data folder')
    }
    const url = `${api.origin}${basePath}`
    const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
    const client = createClient({ url, ...credential }, tools)
    const projectId = await ensureProject(client)
    if (lakeCatalog !== undefined) await ensureLake(client, projectId, lakeCatalog)
    const environments = lakeCatalog === undefined ? ENVIRONMENTS : [...ENVIRONMENTS, LAKE]
    await ensurePublished(client, projectId, environments, log)
    const receiver = await startReceiver(signal)
    const flights = await copyFlights(options.filesDir, projectId, environments)
    const values = { flights_file: flights[0]!.value, receiver_url: receiver.url }
    await ensureVariables(client, projectId, values)
    await client.post('/v1/projects/{projectId}/variables/{variableName}/environment-overrides', {
      path: { projectId, variableName: 'flights_file' },
      json: { overrides: flights },
    })
    await ensureOwnConnector(client, projectId, { origin: api.origin, url })
    for (const environmentName of [ENVIRONMENTS[0], ...(lakeCatalog === undefined ? [] : [LAKE])])
      if (!(await hasRun(client, projectId, environmentName)))
        await runOnce(client, projectId, environmentName, signal)
    receiver.announce()
    explain(api.origin, url, projectId, folder)
  } catch (error) {
    if (!signal.aborted) log.error({ err: error }, 'Could not create the demo')
  }
}

async function readCredential({ firstAdmin }: RunningApi, folder: string) {
  if (firstAdmin !== undefined) return { clientId: firstAdmin.clientId, clientSecret: firstAdmin.secret }
  const text = await readFile(join(folder, 'admin-credentials.json'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : (JSON.parse(text) as { clientId: string; clientSecret: string })
}

async function ensureProject(client: Client): Promise<string> {
  const projects = await client.all('/v1/projects')
  const existing = projects.find(({ name }) => name === PROJECT)
  if (existing !== undefined) return existing.id
  const json = {
    name: PROJECT,
    description: 'Three million flights, and a report on them',
    warehouse: 'DUCKDB',
  } as const
  return (await client.post('/v1/projects', { json })).projectId
}

/** What is published nowhere yet is committed first, and published as of that commit. */
async function ensurePublished(
  client: Client,
  projectId: string,
  environments: readonly string[],
  log: Log,
): Promise<void> {
  const path = { projectId }
  const existing = await client.all('/v1/projects/{projectId}/environments', { path })
  const { agentId: defaultAgentId } = await findRunner(client, 'local')
  for (const name of environments) {
    if (existing.some((environment) => environment.name === name)) continue
    const defaultConnections = name === LAKE ? { DWH: LAKE_CONNECTION } : undefined
    const json = { name, defaultAgentId, defaultConnections }
    await client.post('/v1/projects/{projectId}/environments', { path, json })
  }
  const lacking: string[] = []
  for (const environmentName of environments) {
    const query = { environmentName }
    const { total } = await client.get('/v1/projects/{projectId}/artifacts', { path, query })
    if (total === 0) lacking.push(environmentName)
  }
  if (lacking.length === 0) return
  const project = readProjectFiles(pipelines)
  const commitHash =
    lacking.length < environments.length ? undefined : await commitFiles(client, projectId, project, log)
  for (const environmentName of lacking) {
    const form = new FormData()
    for (const { path: name, bytes } of project.files)
      form.append(name, new Blob([new Uint8Array(bytes)]), name)
    const origin = commitHash === undefined ? {} : { commitHash, branch: BRANCH }
    const headers = { versionName: VERSION, environmentName, ...origin }
    await client.post('/v1/projects/{projectId}/artifacts', { path, form, headers })
  }
}

async function hasRun(client: Client, projectId: string, environmentName: string): Promise<boolean> {
  const query = { projectId, environmentName, limit: 1 }
  const { results } = await client.get('/v1/pipeline-executions', { query })
  return results.length > 0
}

/**
 * Copies the data of the demo to where the SQL of each environment may read it; earlier copies are kept.
 * Returns the path of each copy.
 */
async function copyFlights(filesDir: string, projectId: string, environments: readonly string[]) {
  const source = flightsFile()
  const copies: { environmentName: string; value: string }[] = []
  for (const environmentName of environments) {
    const folder = join(filesDir, projectId, fileSafe(environmentName))
    const value = join(folder, 'flights-3m.parquet')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await copyFile(source, value, constants.COPYFILE_EXCL).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    copies.push({ environmentName, value })
  }
  return copies
}

/** The package carries the file; a checkout takes it from the development dependency it comes from. */
function flightsFile(): string {
  const packed = installed('demo/flights-3m.parquet')
  if (existsSync(packed)) return packed
  return fileURLToPath(new URL('../data/flights-3m.parquet', import.meta.resolve('vega-datasets')))
}

/** Updated at each start: the receiver has a different port then, and the data folder may have moved. */
async function ensureVariables(
  client: Client,
  projectId: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const path = { projectId }
  const variables = await client.all('/v1/projects/{projectId}/variables', { path })
  const existing = new Set(variables.map(({ name }) => name))
  for (const [name, value] of Object.entries(values)) {
    const variable = { type: 'TEXT', behaviour: 'SHARED', value } as const
    if (existing.has(name)) {
      await client.patch('/v1/projects/{projectId}/variables/{variableName}', {
        path: { projectId, variableName: name },
        json: variable,
      })
    } else await client.post('/v1/projects/{projectId}/variables', { path, json: { name, ...variable } })
  }
}

async function runOnce(
  client: Client,
  projectId: string,
  environmentName: string,
  signal: AbortSignal,
): Promise<void> {
  const json = { pipelineName: PIPELINE, environmentName }
  const { pipelineExecutionId: id } = await client.post('/v1/projects/{projectId}/pipeline-executions', {
    path: { projectId },
    json,
  })
  console.log(`\nThe demo runs "${PIPELINE}" in ${environmentName} of project ${PROJECT}:\n`)
  const execution = await show(client, projectId, id, signal)
  if (execution === undefined) return
  const took = Date.parse(execution.finishedAt ?? '') - Date.parse(execution.startedAt ?? '')
  const message = execution.message === undefined ? '' : `: ${execution.message}`
  console.log(`\n${execution.status} in ${(took / 1000).toFixed(1)} s${message}`)
}

/** Prints the steps as they happen, until the execution is over or the program stops. */
async function show(
  client: Client,
  projectId: string,
  id: string,
  signal: AbortSignal,
): Promise<Execution | undefined> {
  const paint = paintFor(process.stdout, process.env)
  const steps = watchSteps(client, projectId, id)
  while (!signal.aborted) {
    const execution = await findExecution(client, id)
    for (const { kind, step, depth } of await steps.poll()) {
      if (kind === 'ended') console.log(`  ${endLine(step, depth, paint)}`)
      else if (step.childPipeline !== undefined) console.log(`  ${beginLine(step, depth, paint)}`)
    }
    if (execution.finishedAt !== undefined) return execution
    await sleep(POLL_MS)
  }
  return undefined
}

/**
 * A receiver of webhooks on loopback, as an application that is notified of a new report would have. It
 * prints what arrives as long as the platform runs; it holds output back until `announce`, so that it does
 * not mix with the start-up steps.
 */
async function startReceiver(signal: AbortSignal) {
  const received: string[] = []
  let print = (posted: string): void => {
    received.push(posted)
  }
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request as AsyncIterable<Buffer>)
    response.writeHead(204).end()
    print(Buffer.concat(chunks).toString('utf8').replaceAll(/\s+/g, ' ').trim())
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  server.unref()
  signal.addEventListener('abort', () => server.close(), { once: true })
  const { port } = server.address() as AddressInfo
  const announce = () => {
    print = (posted) => console.log(`The webhook received: ${posted}`)
    received.forEach(print)
  }
  return { url: `http://127.0.0.1:${port}/figures`, announce }
}

function explain(origin: string, url: string, projectId: string, folder: string): void {
  const headrace = ownCommand(folder)
  console.log(`
Open
  in a browser  ${origin}, as the user name and with the password of the first administrator
                (in ${join(folder, 'admin-credentials.json')})
  docs and API  ${origin}/docs
  health        ${origin}/readyz
  in a second terminal, in this folder:
    ${headrace} executions --project ${PROJECT}
    ${headrace} run "${PIPELINE}" --project ${PROJECT} --environment ${ENVIRONMENTS[0]} --follow
    ${headrace} run "Platform/Report on runs" --project ${PROJECT} --environment ${ENVIRONMENTS[0]} --follow

Call the API
  CREDENTIAL=$(node -p 'const c=require("${join(folder, 'admin-credentials.json')}"); c.clientId+":"+c.clientSecret')
  TOKEN=$(curl -s -u "$CREDENTIAL" -d grant_type=client_credentials ${origin}/oauth/token | node -p 'JSON.parse(require("fs").readFileSync(0)).access_token')
  curl -s -H "Authorization: Bearer $TOKEN" ${url}/v1/projects/${projectId}/environments

Ctrl-C stops everything.
`)
}
