import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Execution, Step } from '../../src/features/executions/schema.ts'
import { fileSafe } from '../../src/runner/steps/file-safe.ts'
import { type Client, createClient } from './api-client.ts'

/** A process of the program and what it printed. */
export interface Running {
  readonly child: ChildProcess
  output(): string
  /** Resolves with the exit code, or the name of the signal that ended it. */
  readonly ended: Promise<number | string>
}

/** @param build folder of another build of the program */
export function headrace(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  build = '.',
): Running {
  const child = spawn(process.execPath, [resolve(build, 'bin/headrace.mjs'), ...args], {
    env: { PATH: process.env['PATH']!, HOME: process.env['HOME'] ?? '/', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  }
  const ended = new Promise<number | string>((done) => {
    child.once('close', (code, signal) => done(code ?? signal ?? 'unknown'))
  })
  return { child, output: () => text, ended }
}

/** The whole platform, started as a user starts it. */
export interface Platform extends Running {
  readonly origin: string
  readonly client: Client
  readonly folder: string
  /** Sends SIGTERM and waits. */
  stop(): Promise<number | string>
}

export const aDataFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'headrace-e2e-'))
export const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 5 })

/**
 * `headrace start` in a folder of its own, on any free port; resolves when it is ready.
 * @param build folder of another build of the program
 */
export async function startPlatform(
  folder: string,
  env: Readonly<Record<string, string>> = {},
  build?: string,
): Promise<Platform> {
  const running = headrace(['start'], { HEADRACE_DATA_DIR: folder, HEADRACE_PORT: '0', ...env }, build)
  const ready = await waitFor('the platform to be ready', async () => {
    if (running.child.exitCode !== null) throw new Error(`headrace start ended: ${running.output()}`)
    const found = await readJson<{ url: string; basePath: string; pid: number }>(
      join(folder, 'headrace.json'),
    )
    return found?.pid === running.child.pid ? found : undefined
  })
  const credential = await waitFor('the first credential', () =>
    readJson<{ clientId: string; clientSecret: string }>(join(folder, 'admin-credentials.json')),
  )
  const tools = { now: Date.now, wait: async (ms: number) => sleep(ms), keepToken: () => undefined }
  const client = createClient({ url: `${ready.url}${ready.basePath}`, ...credential }, tools)
  const stop = () => {
    running.child.kill('SIGTERM')
    return running.ended
  }
  return { ...running, origin: ready.url, client, folder, stop }
}

async function readJson<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    return undefined // not there yet, or half written
  }
}

const POLL_MS = 50
const PATIENCE_MS = 45_000

/**
 * What `probe` answers once it answers something; fails with what was waited for when that takes too long.
 */
export async function waitFor<T>(what: string, probe: () => Promise<T | undefined | false>): Promise<T> {
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    const found = await probe()
    if (found !== undefined && found !== false) return found
    if (Date.now() > until) throw new Error(`Waited in vain for ${what}`)
    await sleep(POLL_MS)
  }
}

/** A project whose environments use the runner that the platform started, with these files published. */
export async function aPublishedProject(client: Client, files: Readonly<Record<string, string>>) {
  const name = `Project ${Math.random()}`
  const { projectId } = await client.call<{ projectId: string }>('POST', '/v1/projects', { json: { name } })
  const agents = await client.all<{ agentId: string; name: string }>('/v1/agents')
  const json = {
    name: 'Development',
    defaultAgentId: agents.find((agent) => agent.name === 'local')!.agentId,
  }
  await client.call('POST', `/v1/projects/${projectId}/environments`, { json })
  const form = new FormData()
  for (const [path, content] of Object.entries(files)) form.append(path, new Blob([content]), path)
  const headers = { versionName: '1', environmentName: 'Development' }
  await client.call('POST', `/v1/projects/${projectId}/artifacts`, { form, headers })
  return {
    projectId,
    name,
    run: async (pipelineName: string, own: object = {}) => {
      const body = { pipelineName, environmentName: 'Development', ...own }
      const path = `/v1/projects/${projectId}/pipeline-executions`
      return (await client.call<{ pipelineExecutionId: string }>('POST', path, { json: body }))
        .pipelineExecutionId
    },
    steps: (id: string) => client.all<Step>(`/v1/projects/${projectId}/pipeline-executions/${id}/steps`),
    finished: (id: string) =>
      waitFor(`execution ${id} to end`, async () => {
        const execution = await client.get<Execution>(`/v1/pipeline-executions/${id}`)
        return execution.finishedAt === undefined ? undefined : execution
      }),
  }
}

/** Where the files of an environment are below the data folder. */
export const filesFolder = (dataFolder: string, projectId: string, environment: string): string =>
  join(dataFolder, 'files', projectId, fileSafe(environment))
