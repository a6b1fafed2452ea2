import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../support/api.ts'
import { aProject, publish } from '../support/factories.ts'
import { orchestration, start } from '../support/pipelines.ts'

/** What a caller with NO_ACCESS in an environment sees and does there (decisions.md §2): nothing. */
const api = useApi()
let projectId: string
let hidden: string
let visible: string
let schedule: string
let callers: Record<'runner' | 'reader', string>

const run = async (environmentName: string) => {
  const path = `/v1/projects/${projectId}/pipeline-executions`
  const body = { pipelineName: 'P', environmentName }
  const answer = await api.call<{ pipelineExecutionId: string }>('POST', path, { body })
  expect(answer.status).toBe(201)
  return answer.body.pipelineExecutionId
}

beforeAll(async () => {
  projectId = (await aProject(api, { environments: ['Dev', 'Prod'] })).projectId
  for (const environment of ['Dev', 'Prod'])
    await publish(api, projectId, { 'P.orch.yaml': orchestration({ Start: start() }) }, { environment })
  hidden = await run('Prod')
  visible = await run('Dev')
  const body = {
    pipeline: { pipelineName: 'P', environmentName: 'Prod' },
    schedule: { name: 'Nightly', cronExpression: '0 0 3 * * ?' },
  }
  const made = await api.call<{ scheduleId: string }>('POST', `/v1/projects/${projectId}/schedules`, { body })
  schedule = made.body.scheduleId
  const variable = { name: 'v', type: 'TEXT', behaviour: 'SHARED', value: 'x' }
  await api.call('POST', `/v1/projects/${projectId}/variables`, { body: variable })
  const overrides = { overrides: [{ environmentName: 'Prod', value: 'the secret of Prod' }] }
  await api.call('POST', `/v1/projects/${projectId}/variables/v/environment-overrides`, { body: overrides })
  const tokenWith = async (access: 'RUNNER' | 'READ_ONLY') =>
    (
      await api.credential({
        projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
        environmentAccess: [
          { projectId, environmentName: 'Prod', access: 'NO_ACCESS' },
          { projectId, environmentName: 'Dev', access },
        ],
      })
    ).token
  callers = { runner: await tokenWith('RUNNER'), reader: await tokenWith('READ_ONLY') }
})

test('its executions are absent from lists and 404 with their status, steps, logs, reruns and cancellation', async () => {
  const token = callers.runner
  const inProject = `/v1/projects/${projectId}/pipeline-executions`
  const attempts: [string, string, object?][] = [
    ['GET', `/v1/pipeline-executions/${hidden}`],
    ['GET', `/v1/pipeline-executions/${hidden}/status`],
    ['GET', `/v1/pipeline-executions/${hidden}/logs`],
    ['GET', `/v1/pipeline-executions/${hidden}/logs?follow=true`],
    ['PATCH', `/v1/pipeline-executions/${hidden}`, { status: 'CANCELLED', forceUpdate: true }],
    ['GET', `${inProject}/${hidden}`],
    ['GET', `${inProject}/${hidden}/steps`],
    ['POST', `${inProject}/${hidden}/reruns`, { from: 'START' }],
    ['POST', `${inProject}/cancellations`, { environmentName: 'Prod' }],
  ]
  for (const [method, path, body] of attempts) {
    const { status, body: answer } = await api.call(method, path, { token, body })
    expect([method, path, status]).toEqual([method, path, 404])
    if (path.includes(hidden)) expect(answer['detail']).toContain('Pipeline execution')
  }
  const filters = ['', `projectId=${projectId}`, 'pipelineName=P', 'status=QUEUED', 'environmentName=Prod']
  for (const filter of filters) {
    const list = await api.call<{ results: { pipelineExecutionId: string }[] }>(
      'GET',
      `/v1/pipeline-executions?${filter}`,
      { token },
    )
    const ids = list.body.results.map((one) => one.pipelineExecutionId)
    expect([filter, ids]).toEqual([filter, filter === 'environmentName=Prod' ? [] : [visible]])
  }
})

test('its schedules, overrides, versions and published pipelines are out of sight', async () => {
  const token = callers.runner
  const project = `/v1/projects/${projectId}`
  for (const path of [
    `${project}/environments/Prod`,
    `${project}/schedules/${schedule}`,
    `${project}/schedules/${schedule}/history`,
    `${project}/published-pipelines?environmentName=Prod`,
    `${project}/artifacts/details?environmentName=Prod`,
    `${project}/variables/v/environment-overrides?environmentName=Prod`,
  ]) {
    const ours = (await api.call('GET', path)).status
    expect([path, ours, (await api.call('GET', path, { token })).status]).toEqual([path, 200, 404])
  }
  for (const path of [
    `${project}/schedules`,
    `${project}/artifacts`,
    `${project}/environments`,
    `${project}/variables`,
    `${project}/variables/v/environment-overrides`,
    `${project}/variables/v/history`,
    `${project}/variables/export`,
    `${project}/repositories/publications`,
  ]) {
    const { status, body } = await api.call('GET', path, { token })
    expect([path, status, JSON.stringify(body).includes('Prod')]).toEqual([path, 200, false])
  }
})

test('cancelling needs RUNNER, one by one and many at once', async () => {
  const cancellations = `/v1/projects/${projectId}/pipeline-executions/cancellations`
  const one = `/v1/pipeline-executions/${visible}`
  const { reader, runner } = callers
  const body = { status: 'CANCELLED' }
  expect(await api.call('PATCH', one, { token: reader, body })).toMatchObject({ status: 403 })
  const named = { environmentName: 'Dev' }
  expect(await api.call('POST', cancellations, { token: reader, body: named })).toMatchObject({ status: 403 })
  expect(await api.call('POST', cancellations, { token: reader, body: {} })).toMatchObject({
    status: 200,
    body: { cancelled: 0, cancelling: 0 },
  })
  expect(await api.call('POST', cancellations, { token: runner, body: {} })).toMatchObject({
    body: { cancelled: 1 },
  })
  const status = async (id: string) =>
    (await api.call('GET', `/v1/pipeline-executions/${id}/status`)).body['status']
  expect([await status(hidden), await status(visible)]).toEqual(['QUEUED', 'CANCELLED'])
})

test('executions of an environment that was deleted are seen by administrators only', async () => {
  await api.call('POST', `/v1/projects/${projectId}/pipeline-executions/cancellations`, { body: {} })
  expect(await api.call('DELETE', `/v1/projects/${projectId}/environments/Prod`)).toMatchObject({
    status: 204,
  })
  const path = `/v1/pipeline-executions/${hidden}`
  expect(await api.call('GET', path, { token: callers.runner })).toMatchObject({ status: 404 })
  expect(await api.call('GET', path)).toMatchObject({ status: 200 })
})
