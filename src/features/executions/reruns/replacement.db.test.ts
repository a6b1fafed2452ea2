import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, declareVariables, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import type { Execution } from '../schema.ts'

/** A rerun in another version, or with other values than the execution had. */
const api = useApi()
let projectId: string

const work = { Start: start('Work'), Work: { type: 'bash-script' } }
const first = {
  apiKey: { type: 'TEXT', defaultValue: '' },
  city: { type: 'TEXT', defaultValue: 'Kassel' },
} as const
const second = {
  apiKey: { type: 'NUMBER', defaultValue: '1' },
  month: { type: 'NUMBER', defaultValue: '1' },
} as const
const given = {
  scalarVariables: { apiKey: 'hunter22', city: 'Fulda' },
  gridVariables: { rows: [['1']] },
}

beforeAll(async () => {
  projectId = (await aProject(api)).projectId
  await declareVariables(api, projectId, { rows: ['a'] })
  await publish(api, projectId, { 'Main.orch.yaml': orchestration(work, first) }, { name: 'v1' })
  await publish(api, projectId, { 'Main.orch.yaml': orchestration(work, second) }, { name: 'v2' })
})

const path = () => `/v1/projects/${projectId}/pipeline-executions`
const rerun = (id: string, body: object, more: { token?: string; headers?: Record<string, string> } = {}) =>
  api.call<Execution & { violations?: string[]; detail: string }>('POST', `${path()}/${id}/reruns`, {
    body: { from: 'START', ...body },
    ...more,
  })

async function anOld(): Promise<string> {
  const body = { pipelineName: 'Main', environmentName: 'Development', versionName: 'v1', ...given }
  const { body: made, status } = await api.call('POST', path(), { body })
  expect(status).toBe(201)
  return String(made['pipelineExecutionId'])
}

const valuesOf = async (id: string) =>
  (
    await sql<object>`select scalar_variables as "scalarVariables", grid_variables as "gridVariables"
                        from execution where id = ${id}`.execute(api.db)
  ).rows[0]

test('values replace those of the same name, null drops one, and the others stay, secrets too', async () => {
  const old = await anOld()
  const { status, body } = await rerun(old, { scalarVariables: { city: 'Bonn', rows: null } })
  expect(status).toBe(201)
  expect(body).toMatchObject({ versionName: 'v1', rerunOf: old })
  expect(await valuesOf(body.pipelineExecutionId)).toEqual({
    scalarVariables: { apiKey: 'hunter22', city: 'Bonn' },
    gridVariables: {},
  })
})

test('another version runs with what fits it; what does not is named without its value', async () => {
  const old = await anOld()
  const refused = await rerun(old, { versionName: 'v2', scalarVariables: { month: 'May' } })
  expect(refused.status).toBe(400)
  expect(refused.body.violations).toHaveLength(3)
  expect(refused.body.violations![0]).toContain('body/scalarVariables: "month" is a NUMBER')
  expect(refused.body.violations!.slice(1)).toEqual([
    expect.stringContaining('value of "city" does not fit'),
    expect.stringContaining('value of "apiKey" does not fit'),
  ])
  expect(JSON.stringify(refused.body)).not.toContain('hunter22')

  const scalarVariables = { month: 5, apiKey: 7, city: null }
  const { status, body } = await rerun(old, {
    versionName: 'v2',
    scalarVariables,
    gridVariables: { rows: null },
  })
  expect(status).toBe(201)
  expect(body).toMatchObject({ versionName: 'v2', rerunOf: old, status: 'QUEUED' })
  expect(await valuesOf(body.pipelineExecutionId)).toEqual({
    scalarVariables: { apiKey: 7, month: 5 },
    gridVariables: {},
  })
})

test('unknown versions and variables are refused as for a new execution', async () => {
  const old = await anOld()
  const version = await rerun(old, { versionName: 'v9' })
  expect([version.status, version.body.detail]).toEqual([404, 'Development has no version v9'])
  const variable = await rerun(old, { scalarVariables: { town: 'x' } })
  expect(variable.status).toBe(400)
  expect(variable.body.violations).toEqual([
    'body/scalarVariables: There is no variable "town" in "Main" or its project',
  ])
})

test('a rerun from the failed step keeps version and values', async () => {
  const { status, body } = await rerun(await anOld(), {
    from: 'FAILED_STEP',
    versionName: 'v2',
    gridVariables: {},
  })
  expect(status).toBe(400)
  expect(body.violations).toEqual([
    expect.stringContaining('body/versionName'),
    expect.stringContaining('body/gridVariables'),
  ])
})

test('who may not run there is told nothing of versions and variables', async () => {
  const old = await anOld()
  const { token } = await api.credential({
    projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
    environmentAccess: [{ projectId, environmentName: 'Development', access: 'READ_ONLY' }],
  })
  const { status } = await rerun(old, { versionName: 'v9', scalarVariables: { town: 'x' } }, { token })
  expect(status).toBe(403)
})
