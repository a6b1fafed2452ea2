import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { allRead, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const PHONE_PX = 390
/** So many pages are looked at side by side. */
const WINDOWS = 4
/** As long as names may be, in one word that no line can break at a space. */
const long = (what: string, length: number): string => `${what}${'x'.repeat(length - what.length)}`

const pipeline = long('Pipeline', 120)
const environment = long('Environment', 120)
const schedule = long('Schedule', 120)
const variable = long('variable', 60)
let projectId: string
let scheduleId: string
let executionId: string

beforeAll(async () => {
  const nothing = orchestration({
    Start: start(long('Component', 120)),
    [long('Component', 120)]: { type: 'end-success' },
  })
  const project = await aPublishedProject(web.client, { [`${pipeline}.orch.yaml`]: nothing })
  projectId = project.projectId
  const path = `/v1/projects/${projectId}`
  const name = `${long('Project', 120)}${Math.random()}`
  await web.client.call('PATCH', path, { json: { name } })
  const agents = await web.client.all<{ agentId: string; name: string }>('/v1/agents')
  const { agentId } = agents.find(({ name }) => name === 'local')!
  const call = <T>(below: string, json: object) => web.client.call<T>('POST', `${path}${below}`, { json })
  await call('/environments', { name: environment, defaultAgentId: agentId })
  await call('/variables', { name: variable, type: 'TEXT', behaviour: 'SHARED', value: long('value', 300) })
  ;({ scheduleId } = await call<{ scheduleId: string }>('/schedules', {
    pipeline: { pipelineName: pipeline, environmentName: 'Development' },
    schedule: { name: schedule, cronExpression: '0 0 6 * * ?' },
  }))
  executionId = await project.run(pipeline)
  await project.finished(executionId)
})

test('names of 120 letters without a space make no page of a project wider than a phone', async () => {
  const project = `/projects/${projectId}`
  const version = `${project}/pipelines?environment=Development&pipeline=${pipeline}.orch.yaml`
  const places = [
    '/',
    `${project}/pipelines`,
    ...['graph', 'components', 'variables', 'text', 'calls', 'versions', 'runs'].map(
      (tab) => `${version}&tab=${tab}`,
    ),
    `${project}/executions`,
    `${project}/schedules`,
    `${project}/schedules/new`,
    ...['overview', 'history', 'backfills', 'settings'].map(
      (tab) => `${project}/schedules/${scheduleId}?tab=${tab}`,
    ),
    ...[
      'alerts',
      'consumption',
      'statistics',
      'variables',
      'connections',
      'repository',
      'quality',
      'members',
      'settings',
    ].map((name) => `${project}/${name}`),
    `${project}/environments`,
    ...['versions', 'settings', 'access'].map(
      (tab) => `${project}/environments?environment=${environment}&tab=${tab}`,
    ),
    `/executions/${executionId}`,
    `/executions/${executionId}?view=log`,
    `/executions/${executionId}?view=variables`,
    '/executions',
  ]
  const look = async (page: Page, [place, ...rest]: readonly string[]): Promise<string[]> => {
    if (place === undefined) return []
    await page.goto(place)
    await allRead(page)
    const isWide = await expectNoSidewaysScroll(page).then(
      () => false,
      () => true,
    )
    return [...(isWide ? [place] : []), ...(await look(page, rest))]
  }
  const windows = Array.from({ length: WINDOWS }, async (_, at) => {
    const page = await web.visit('/', { width: PHONE_PX })
    return look(
      page,
      places.filter((_, place) => place % WINDOWS === at),
    )
  })
  expect((await Promise.all(windows)).flat()).toEqual([])
})
