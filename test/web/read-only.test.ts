import { beforeAll, expect, test } from 'vitest'
import { bash, orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { allRead, useWeb } from '../support/web.ts'

const web = useWeb()
const reader = { userName: `reads${Math.random()}@example.com`, password: 'a long enough password' }
let projectId: string
let executionId: string
let scheduleId: string
let triggerId: string

/** A project in which a member who may change it finds something to change on every page. */
beforeAll(async () => {
  const fails = orchestration({ Start: start('Fails'), Fails: bash('exit 1') })
  const project = await aPublishedProject(web.client, { 'Fails.orch.yaml': fails })
  projectId = project.projectId
  const path = `/v1/projects/${projectId}`
  const call = <T>(below: string, json: object) => web.client.call<T>('POST', `${path}${below}`, { json })
  ;({ scheduleId } = await call<{ scheduleId: string }>('/schedules', {
    pipeline: { pipelineName: 'Fails', environmentName: 'Development' },
    schedule: { name: 'Nightly', cronExpression: '0 0 6 * * ?' },
  }))
  ;({ triggerId } = await call<{ triggerId: string }>('/triggers', {
    name: 'On event',
    pipelineName: 'Fails',
    environmentName: 'Development',
    condition: { type: 'EVENT' },
  }))
  await call('/variables', { name: 'shop', type: 'TEXT', behaviour: 'SHARED', value: 'Rome' })
  await call('/secrets', { name: 'token', value: 'hush' })
  await call('/repositories', { provider: 'hosted' })
  await call('/repositories/commits', {
    branch: 'main',
    message: 'First',
    changes: [{ path: 'Fails.orch.yaml', content: fails }],
  })
  executionId = await project.run('Fails')
  await project.finished(executionId)
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...reader },
  })
  await web.client.call('PUT', `${path}/members/${id}`, { json: { role: 'READ_ONLY' } })
})

/** Two users look at some twenty pages each. */
const WALK_MS = 360_000

test('a read-only member sees every page of a project without a control that changes or runs something', {
  timeout: WALK_MS,
}, async () => {
  const project = `/projects/${projectId}`
  const places = [
    `${project}/pipelines?branch=main&pipeline=Fails.orch.yaml`,
    `${project}/pipelines?environment=Development&pipeline=Fails&tab=runs`,
    `${project}/executions`,
    `${project}/schedules`,
    `${project}/schedules/${scheduleId}`,
    `${project}/schedules/${scheduleId}?tab=backfills`,
    `${project}/schedules/${scheduleId}?tab=settings`,
    `${project}/triggers/${triggerId}`,
    `${project}/triggers/${triggerId}?tab=backfill`,
    `${project}/triggers/${triggerId}?tab=settings`,
    `${project}/variables`,
    `${project}/variables?tab=secrets`,
    `${project}/connections`,
    `${project}/environments?environment=Development`,
    `${project}/environments?environment=Development&tab=settings`,
    `${project}/environments?environment=Development&tab=access`,
    `${project}/environments?tab=publications`,
    `${project}/repository`,
    `${project}/quality`,
    `${project}/tests`,
    `${project}/members`,
    `${project}/settings`,
    `/executions/${executionId}`,
  ]
  const changing =
    /^(Save|Delete|Remove|Run|Rerun|Cancel|Stop|New|Publish|Promote|Import|Add|Edit|Create|Disable|Backfill|Preview)\b/
  const seen = async (as: typeof reader | undefined) => {
    const page = await web.visit('/', as === undefined ? {} : { as })
    await page.route('**/backfills?*', (route) => route.fulfill({ json: runningBackfill }))
    const found: Record<string, string[]> = {}
    for (const place of places) {
      await page.goto(place)
      await allRead(page)
      const main = page.getByRole('main')
      expect(await page.getByText(/Forbidden|Permission needed/).count(), place).toBe(0)
      const controls = main
        .getByRole('button', { name: changing })
        .or(main.getByRole('link', { name: changing }))
      const names = await controls.evaluateAll((all) => all.map((one) => one.textContent))
      if (names.length > 0) found[place] = names
    }
    return found
  }
  const [ofReader, ofAdministrator] = await Promise.all([seen(reader), seen(undefined)])
  expect(ofReader).toEqual({})
  expect(Object.keys(ofAdministrator).length).toBeGreaterThan(places.length / 2)
})

const runningBackfill = {
  page: 0,
  size: 25,
  total: 1,
  results: [
    {
      backfillId: '018f0000-0000-7000-8000-000000000001',
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-02T00:00:00.000Z',
      total: 2,
      queued: 1,
      status: 'RUNNING',
      createdAt: '2026-01-03T00:00:00.000Z',
      createdBy: 'ada',
    },
  ],
}

test('a read-only member sees the history of a variable, and cannot revert it', async () => {
  const open = async (as: typeof reader | undefined) => {
    const page = await web.visit(
      `/projects/${projectId}/variables?history=shop`,
      as === undefined ? {} : { as },
    )
    const dialog = page.getByRole('dialog', { name: 'History of shop' })
    await dialog.getByRole('row', { name: /CREATED/ }).waitFor()
    return dialog.getByRole('button', { name: 'Revert' }).count()
  }
  expect(await open(reader)).toBe(0)
  expect(await open(undefined)).toBe(1)
})

test('a contributor who may not run in an environment sees no control that changes its schedules and triggers', async () => {
  const contributor = { userName: `contributes${Math.random()}@example.com`, password: reader.password }
  const { id } = await web.client.call<{ id: string }>('POST', '/v1/directory-integration/scim/v2/Users', {
    json: { meta: {}, schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], active: true, ...contributor },
  })
  const inProject = `/v1/projects/${projectId}`
  await web.client.call('PUT', `${inProject}/members/${id}`, { json: { role: 'CONTRIBUTOR' } })
  const project = `/projects/${projectId}`
  const places = [
    `${project}/schedules`,
    `${project}/schedules/${scheduleId}`,
    `${project}/triggers`,
    `${project}/triggers/${triggerId}`,
    `${project}/pipelines?environment=Development&pipeline=Fails&tab=runs`,
  ]
  const changing = /^(New (schedule|trigger)|Delete|Run now|Settings)$/
  const seen = async (access: 'READ_ONLY' | 'RUNNER') => {
    const member = `${inProject}/environments/Development/members/${id}`
    await web.client.call('PUT', member, { json: { access } })
    const page = await web.visit('/', { as: contributor })
    const found: string[][] = []
    for (const place of places) {
      await page.goto(place)
      const main = page.getByRole('main')
      const named = (role: 'button' | 'link' | 'tab') => main.getByRole(role, { name: changing })
      await main.getByRole('switch').first().waitFor()
      const controls = named('button').or(named('link')).or(named('tab'))
      const names = await controls.evaluateAll((all) => all.map((one) => one.textContent ?? ''))
      if (await main.getByRole('switch').first().isEnabled()) names.push('switch')
      found.push(names)
    }
    await page.goto(`${project}/schedules/new`)
    const field = page.getByRole('combobox', { name: 'Environment' })
    const refusal = page.getByText(/environment:run in one of its environments/)
    await field.or(refusal).waitFor()
    found.push((await field.isVisible()) ? ['form'] : [])
    return found
  }
  expect(await seen('READ_ONLY')).toEqual([[], [], [], [], [], []])
  const ofRunner = await seen('RUNNER')
  expect(ofRunner.map((names) => names.length > 0)).toEqual(ofRunner.map(() => true))
})

test('an empty project tells a read-only member of no control that only others have', async () => {
  const { projectId: empty } = await web.client.call<{ projectId: string }>('POST', '/v1/projects', {
    json: { name: `Empty ${Math.random()}` },
  })
  const candidates = `/v1/projects/${empty}/member-candidates?name=${reader.userName}`
  const { results } = await web.client.get<{ results: { id: string }[] }>(candidates)
  await web.client.call('PUT', `/v1/projects/${empty}/members/${results[0]!.id}`, {
    json: { role: 'READ_ONLY' },
  })
  const told = /\b(Create|Add) (one|the first)|\bImport\b|New (secret|variable|pipeline)/
  const pages = [
    'pipelines',
    'variables',
    'variables?tab=secrets',
    'environments',
    'connections',
    'schedules',
  ]
  const emptyStates = async (as: typeof reader | undefined) => {
    const page = await web.visit('/', as === undefined ? {} : { as })
    const found: string[] = []
    for (const one of pages) {
      await page.goto(`/projects/${empty}/${one}`)
      await page
        .getByText(/^No .+ (yet|here)$/)
        .first()
        .waitFor()
      if (told.test(await page.getByRole('main').innerText())) found.push(one)
    }
    return found
  }
  expect(await emptyStates(reader)).toEqual([])
  expect(await emptyStates(undefined)).toEqual(
    expect.arrayContaining(['variables?tab=secrets', 'environments']),
  )
})
