import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { orchestration, start } from '../support/pipelines.ts'
import { aPublishedProject } from '../support/platform.ts'
import { allRead, expectAccessible, expectNoSidewaysScroll, useWeb } from '../support/web.ts'

const web = useWeb()
const password = 'a long enough password'
const reader = { userName: `reads${Math.random()}@example.com`, password }
const stranger = { userName: `stranger${Math.random()}@example.com`, password }
/** The address of every page of the interface, in a project that exists. */
let addresses: string[]
let projectId: string

beforeAll(async () => {
  const project = await aPublishedProject(web.client, { 'P.orch.yaml': orchestration({ Start: start() }) })
  projectId = project.projectId
  const executionId = await project.run('P')
  await project.finished(executionId)
  const { scheduleId } = await web.client.call<{ scheduleId: string }>(
    'POST',
    `/v1/projects/${projectId}/schedules`,
    {
      json: {
        pipeline: { pipelineName: 'P', environmentName: 'Development' },
        schedule: { name: 'Nightly', cronExpression: '0 0 6 * * ?' },
      },
    },
  )
  const { connectorId } = await web.client.call<{ connectorId: string }>('POST', '/v1/custom-connectors', {
    json: { name: `Connector ${Math.random()}`, endpoints: [] },
  })
  const [agent] = await web.client.all<{ agentId: string }>('/v1/agents')
  const ids: Readonly<Record<string, string>> = {
    projectId,
    executionId,
    scheduleId,
    connectorId,
    agentId: agent!.agentId,
    assetId: projectId, // none
    prefix: 'none',
  }
  const tables = ['web/pages.ts', 'web/administration-pages.ts'].map((path) => readFile(path, 'utf8'))
  const table = (await Promise.all(tables)).join('\n')
  addresses = [...table.matchAll(/ path: '([^']+)'/g)].map(([, path]) =>
    path!.replaceAll(/\$(\w+)/g, (_, name: string) => ids[name]!),
  )
  const users = '/v1/directory-integration/scim/v2/Users'
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
  for (const person of [reader, stranger])
    await web.client.call('POST', users, { json: { meta: {}, schemas, active: true, ...person } })
  await grant(reader.userName)
})

/** Makes a user a read-only member of the project. */
async function grant(userName: string): Promise<void> {
  const candidates = `/v1/projects/${projectId}/member-candidates?name=${userName}`
  const { results } = await web.client.get<{ results: { id: string }[] }>(candidates)
  const json = { role: 'READ_ONLY' }
  await web.client.call('PUT', `/v1/projects/${projectId}/members/${results[0]!.id}`, { json })
}

/** What every page shows to a user, by address; without those that lead to another page. */
async function shownTo(as: typeof reader): Promise<Map<string, string>> {
  const page = await web.visit('/', { as })
  const shown = new Map<string, string>()
  for (const address of addresses) {
    await page.goto(address)
    await allRead(page)
    shown.set(new URL(page.url()).pathname, await page.getByRole('main').innerText())
  }
  return shown
}

const withText = (shown: ReadonlyMap<string, string>, text: RegExp) =>
  [...shown].filter(([, all]) => text.test(all)).map(([address]) => address)
const administration = (shown: ReadonlyMap<string, string>) =>
  [...shown.keys()].filter((one) => one.startsWith('/administration/') && !one.endsWith('/about'))

/** What no page may show: that something is forbidden, or a list that the API refused to read. */
const refused = /Forbidden|Permission needed/
const sentence = /This needs .+\. Ask an administrator of/

test('a read-only member learns on every page that it may not open what that needs, and whom to ask', async () => {
  const shown = await shownTo(reader)
  expect(shown.size).toBeGreaterThan(30)
  expect(withText(shown, refused)).toEqual([])
  const closed = ['schedules/new', 'triggers/new', 'alerts', 'consumption'].map(
    (one) => `/projects/${projectId}/${one}`,
  )
  expect(withText(shown, sentence).sort()).toEqual([...closed, ...administration(shown)].sort())
  expect(withText(shown, /You may not open this page/).sort()).toEqual(withText(shown, sentence).sort())
  expect(administration(shown).length).toBeGreaterThan(8)
  expect(shown.get(`/projects/${projectId}/consumption`)).toContain('project:write')
})

test('a user without any role learns the same of the pages that belong to no project', async () => {
  const shown = await shownTo(stranger)
  expect(withText(shown, refused)).toEqual([])
  const closed = [...shown.keys()].filter((one) =>
    /^\/(runners|connectors|lineage|statistics|executions$|shared-pipelines)/.test(one),
  )
  expect(closed).toHaveLength(11)
  expect(withText(shown, sentence).sort()).toEqual([...closed, ...administration(shown)].sort())
})

test('a page that may not be opened is accessible, and is the page once the permission was granted', async () => {
  const page = await web.visit('/runners', { as: stranger, width: 390 })
  await page.getByText('This needs a role in a project.').waitFor()
  await page.getByRole('heading', { name: 'Runners', level: 1 }).waitFor()
  await expectAccessible(page)
  await grant(stranger.userName)
  await page.reload()
  await page.getByRole('table', { name: 'Runners' }).waitFor()
})

test('every page fits a phone, and the administrator may open all of them', {
  timeout: 120_000,
}, async () => {
  const page = await web.visit('/', { width: 390, scheme: 'dark' })
  const tooWide: string[] = []
  for (const address of addresses) {
    await page.goto(address)
    await allRead(page)
    expect(await page.getByRole('main').innerText(), address).not.toMatch(
      /Forbidden|This needs .+\. Ask an administrator/,
    )
    await expectNoSidewaysScroll(page).catch(() => tooWide.push(address))
  }
  expect(tooWide).toEqual([])
})
