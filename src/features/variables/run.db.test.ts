import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { bash, orchestration, type Piece, start } from '../../../test/support/pipelines.ts'
import { scripts } from '../../../test/support/runner-api.ts'
import { silent } from '../../lib/log.ts'
import { runRunner } from '../../runner/runner.ts'
import type { Execution, Step } from '../executions/schema.ts'

/** Project variables through the real API and a real runner (pipelines.md §3). */
const api = useApi()
const stop = new AbortController()
let running: Promise<number>
let folder: string
let projectId: string

const print = (names: readonly string[]): Piece => ({
  type: 'print-variables',
  parameters: { variablesToPrint: names.map((name) => [name]) },
})
const call = (
  pipeline: string,
  values: readonly (readonly string[])[],
  links: Piece['links'] = {},
): Piece => ({
  type: 'run-orchestration',
  parameters: { orchestrationJob: pipeline, setScalarVariables: values },
  links,
})
const update = (rows: readonly (readonly string[])[], links: NonNullable<Piece['links']>): Piece => ({
  type: 'update-scalar',
  parameters: { scalarsToUpdate: rows },
  links,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-variables-'))
  const made = await aProject(api, { environments: ['dev', 'prod'] })
  projectId = made.projectId
  const path = `/v1/projects/${projectId}/variables`
  const add = (name: string, behaviour: string, value: string) =>
    api.call('POST', path, { body: { name, type: 'TEXT', behaviour, value } })
  await add('greeting', 'COPIED', 'default')
  await add('own', 'COPIED', 'start')
  await add('common', 'SHARED', 'start')
  await add('api_password', 'SHARED', 'hunter22')
  const overrides = [{ environmentName: 'prod', value: 'production' }]
  await api.call('POST', `${path}/greeting/environment-overrides`, { body: { overrides } })
  const waits = `until [ -e '${folder}/go' ]; do sleep 0.02; done`
  const files = {
    'Print.orch.yaml': orchestration({ Start: start('Print'), Print: print(['greeting']) }),
    'Parent.orch.yaml': orchestration({
      Start: start('Call'),
      Call: call('Print', [['greeting', 'parent: ${greeting}']]),
    }),
    'Above.orch.yaml': orchestration({ Start: start('Below'), Below: call('Between', []) }),
    'Between.orch.yaml': orchestration({ Start: start('Call'), Call: call('Print', []) }),
    'Late.orch.yaml': orchestration({
      Start: start('Wait'),
      Wait: bash(waits, { success: ['Print', 'Call'] }),
      Print: print(['greeting']),
      Call: call('Print', []),
    }),
    'Scopes.orch.yaml': orchestration({
      Start: start('Update'),
      Update: update(
        [
          ['own', 'changed'],
          ['common', 'changed'],
        ],
        { success: ['Branch', 'Both', 'Call'] },
      ),
      Branch: print(['own', 'common']),
      Both: { type: 'and', links: { unconditional: ['After'] } },
      After: print(['own', 'common']),
      Call: call('Scope', []),
    }),
    'Scope.orch.yaml': orchestration({ Start: start('Child'), Child: print(['own', 'common']) }),
  }
  for (const environment of ['dev', 'prod']) await publish(api, projectId, files, { environment })
  const credential = await api.call('GET', `/v1/agents/${made.agentId}/credentials`)
  const { clientId, clientSecret } = credential.body as { clientId: string; clientSecret: string }
  const settings = {
    apiUrl: api.url,
    clientId,
    clientSecret,
    dataDir: folder,
    capacity: 20,
    maxExecutions: 20,
    allowPrivateAddresses: true,
    scripts,
    version: '0.1.0',
  }
  running = runRunner(settings, silent, stop.signal)
})
afterAll(async () => {
  stop.abort()
  await running
  await rm(folder, { recursive: true, force: true })
})

async function begin(pipelineName: string, environmentName: string, more: object = {}): Promise<string> {
  const body = { pipelineName, environmentName, ...more }
  const answer = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  return String(answer.body['pipelineExecutionId'])
}
const details = async (id: string) => (await api.call<Execution>('GET', `/v1/pipeline-executions/${id}`)).body
const steps = async (id: string) =>
  (await api.call<{ results: Step[] }>('GET', `/v1/projects/${projectId}/pipeline-executions/${id}/steps`))
    .body.results
const step = async (id: string, name: string) => (await steps(id)).find((one) => one.name === name)

async function ended(id: string) {
  const execution = await vi.waitUntil(
    async () => {
      const found = await details(id)
      return found.finishedAt === undefined ? undefined : found
    },
    { timeout: 15_000, interval: 30 },
  )
  expect([execution.message, execution.status]).toEqual([undefined, 'SUCCESS'])
  return execution
}
const greeting = ({ variables }: Execution) => {
  const { value, source } = variables!.find(({ name }) => name === 'greeting')!
  return [value, source]
}

test.each([
  ['dev', {}, 'default', 'PROJECT_VARIABLE'],
  ['prod', {}, 'production', 'ENVIRONMENT_OVERRIDE'],
  ['dev', { scalarVariables: { greeting: 'called' } }, 'called', 'CALLER'],
  ['prod', { scalarVariables: { greeting: 'called' } }, 'called', 'CALLER'],
])('in %s with %j a run prints %s and says why', async (environment, more, value, source) => {
  const id = await begin('Print', environment, more)
  expect(greeting(await ended(id))).toEqual([value, source])
  expect((await step(id, 'Print'))?.message).toBe(`greeting = ${value}`)
})

test('what a schedule sets is over what the environment says', async () => {
  const schedules = `/v1/projects/${projectId}/schedules`
  const pipeline = {
    pipelineName: 'Print',
    environmentName: 'prod',
    scalarVariables: { greeting: 'on time' },
  }
  const schedule = { name: 'nightly', cronExpression: '0 0 3 * * ?' }
  const { body } = await api.call('POST', schedules, { body: { pipeline, schedule } })
  const begun = await api.call('POST', `${schedules}/${body['scheduleId']}/executions`)
  const id = String(begun.body['pipelineExecutionId'])
  const execution = await ended(id)
  expect([execution.trigger, ...greeting(execution)]).toEqual(['SCHEDULE_RUN_NOW', 'on time', 'CALLER'])
  expect((await step(id, 'Print'))?.message).toBe('greeting = on time')
})

test('what a parent sets is what the child prints, and is recorded with the child', async () => {
  const id = await begin('Parent', 'prod')
  expect(greeting(await ended(id))).toEqual(['production', 'ENVIRONMENT_OVERRIDE'])
  const child = (await step(id, 'Call'))!.childPipeline!.id
  expect((await step(child, 'Print'))?.message).toBe('greeting = parent: production')
  expect(greeting(await details(child))).toEqual(['parent: production', 'CALLER'])
})

test('what the caller of the root gave is shown of a child, and kept once', async () => {
  const id = await begin('Above', 'dev', { scalarVariables: { greeting: 'given above' } })
  await ended(id)
  const between = (await step(id, 'Below'))!.childPipeline!.id
  const child = (await step(between, 'Call'))!.childPipeline!.id
  expect((await step(child, 'Print'))?.message).toBe('greeting = given above')
  expect(greeting(await details(child))).toEqual(['given above', 'CALLER'])
  const kept = await api.db
    .selectFrom('execution')
    .select('scalar_variables')
    .where('id', 'in', [between, child])
    .execute()
  expect(kept.map(({ scalar_variables }) => scalar_variables)).toEqual([{}, {}])
  for (const from of [id, child]) {
    const path = `/v1/projects/${projectId}/pipeline-executions/${from}/journal`
    const exported = String((await api.call<string>('GET', path)).body)
    const lines = exported
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const shown = lines.filter(({ kind }) => kind === 'execution')
    expect(shown.map((one) => one.id)).toEqual(from === id ? [id, between, child] : [child])
    for (const one of shown) expect(greeting(one)[0]).toBe('given above')
  }
})

test('a change during a run is seen by the next run only, in child pipelines too', async () => {
  const id = await begin('Late', 'dev')
  await vi.waitUntil(async () => (await step(id, 'Wait')) !== undefined, { timeout: 15_000 })
  const path = `/v1/projects/${projectId}/variables/greeting`
  const body = { type: 'TEXT', behaviour: 'COPIED' }
  await api.call('PATCH', path, { body: { ...body, value: 'too late' } })
  await writeFile(join(folder, 'go'), '')
  await ended(id)
  const child = (await step(id, 'Call'))!.childPipeline!.id
  for (const one of [id, child]) {
    expect((await step(one, 'Print'))?.message).toBe('greeting = default')
    expect(greeting(await details(one))).toEqual(['default', 'PROJECT_VARIABLE'])
  }
  const next = await begin('Print', 'dev')
  expect(greeting(await ended(next))).toEqual(['too late', 'PROJECT_VARIABLE'])
  await api.call('PATCH', path, { body: { ...body, value: 'default' } })
})

test('COPIED returns to its initial value after an and, SHARED does not; a child starts fresh', async () => {
  const id = await begin('Scopes', 'dev')
  await ended(id)
  expect((await step(id, 'Branch'))?.message).toBe('own = changed\ncommon = changed')
  expect((await step(id, 'After'))?.message).toBe('own = start\ncommon = changed')
  const child = (await step(id, 'Call'))!.childPipeline!.id
  expect((await step(child, 'Child'))?.message).toBe('own = start\ncommon = start')
})

test('a variable that is named like a secret is masked in the details', async () => {
  const id = await begin('Print', 'dev', { scalarVariables: { greeting: 'pass hunter22 on' } })
  const { variables } = await ended(id)
  expect(variables!.find(({ name }) => name === 'api_password')?.value).toBe('***')
  expect(variables!.find(({ name }) => name === 'greeting')?.value).toBe('pass *** on')
})
