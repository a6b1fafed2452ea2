import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { silent } from '../../src/lib/log.ts'
import { runRunner } from '../../src/runner/runner.ts'
import type { RunnerSettings } from '../../src/runner/runner-settings.ts'
import type { TestApi } from './api.ts'
import { scripts } from './runner-api.ts'

/** A runner in this process, connected to the API of a test, with a folder of its own. */
export async function aRealRunner(api: TestApi, agentId: string, own: Partial<RunnerSettings> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-runner-'))
  const stop = new AbortController()
  const { body } = await api.call<Record<string, string>>('GET', `/v1/agents/${agentId}/credentials`)
  const settings = {
    apiUrl: api.url,
    clientId: body['clientId']!,
    clientSecret: body['clientSecret']!,
    dataDir: folder,
    capacity: 2,
    maxExecutions: 2,
    allowPrivateAddresses: true,
    scripts,
    version: '0.1.0',
    ...own,
  }
  const running = runRunner(settings, silent, stop.signal)
  const isRunning = async () =>
    (await api.call('GET', `/v1/agents/${agentId}`)).body['agentStatus'] === 'running'
  await vi.waitUntil(isRunning, { timeout: 60_000, interval: 50 })
  return {
    /** Its data: files of environments are below `files`. */
    folder,
    async close(): Promise<void> {
      stop.abort()
      await running
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Runs a pipeline in Development; answers its execution once it has ended. */
export async function runToEnd(api: TestApi, projectId: string, pipelineName: string, versionName?: string) {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const wanted = { pipelineName, environmentName: 'Development', ...(versionName && { versionName }) }
  const { body } = await api.call('POST', path, { body: wanted })
  return vi.waitFor(
    async () => {
      const ended = await api.call('GET', `${path}/${body['pipelineExecutionId']}`)
      expect(ended.body).toHaveProperty('finishedAt')
      return ended.body
    },
    { timeout: 15_000, interval: 50 },
  )
}
