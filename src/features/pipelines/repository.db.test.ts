import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aWorkingCopy, commit, git, useFolder, withToken } from '../../../test/support/git.ts'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { newId } from '../../lib/ids.ts'
import type { PipelineCalls } from './calls/schema.ts'
import type { PipelineDetails, PipelineSummary } from './schema.ts'

const folder = useFolder()
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

const empty = orchestration({ Start: start() })
const files = {
  'Flows /_Load it.orch.yaml': orchestration({ Start: start('End'), End: { type: 'end-success' } }),
  'a.orch.yaml': empty,
  '.hidden/b.orch.yaml': empty,
  'node_modules/b.orch.yaml': empty,
  'README.md': 'hello',
}

/** A project whose hosted repository has `files` on main. */
async function aPushedProject(name: string, own: Readonly<Record<string, string>> = files) {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const made = await t.call<{ cloneUrl: string }>('POST', path, { body: { provider: 'hosted' } })
  const copy = await aWorkingCopy(join(folder.path, name), own)
  const push = async (ref: string) => {
    await git(copy, ['push', '--quiet', made.body.cloneUrl, ref], withToken(await t.adminToken()))
    return (await git(copy, ['rev-parse', 'HEAD'])).trim()
  }
  const head = await push('main')
  return { projectId, all: `/v1/projects/${projectId}/pipelines`, copy, push, head }
}

async function listed(all: string, ref: string) {
  const { body } = await t.call<{ results: PipelineSummary[] }>(
    'GET',
    `${all}?ref=${encodeURIComponent(ref)}`,
  )
  return body.results.map(({ name, componentCount }) => `${name}: ${componentCount}`)
}
const details = (all: string, name: string, ref: string) =>
  t.call<PipelineDetails & { detail: string }>(
    'GET',
    `${all}/details?name=${encodeURIComponent(name)}&ref=${encodeURIComponent(ref)}`,
  )

test('a branch, a tag and a commit show the pipelines they have, and what is pushed is seen at once', async () => {
  const { all, copy, push, head } = await aPushedProject('seen')
  const before = ['.hidden/b: 1', 'Flows /_Load it: 2', 'a: 1']
  expect(await listed(all, 'main')).toEqual(before)
  await commit(copy, { 'new.tran.yaml': 'pipeline: { components: { A: { type: sql } } }' }, 'Add one')
  await git(copy, ['tag', 'v1', head])
  const next = await push('main')
  await push('v1')
  expect(await listed(all, 'main')).toEqual([...before, 'new: 1'])
  expect(await listed(all, 'v1')).toEqual(before)
  expect(await listed(all, head)).toEqual(before)
  expect((await details(all, 'new', 'main')).body).toMatchObject({
    commitHash: next,
    pipelineType: 'transformation',
  })
  expect((await details(all, 'new', 'v1')).status).toBe(404)
})

test('details of a file in a repository: its drawing, its commit and its text', async () => {
  const { all, head } = await aPushedProject('details')
  const { status, body } = await details(all, 'Flows /_Load it', 'main')
  expect([status, body.commitHash, body.path]).toEqual([200, head, 'Flows /_Load it.orch.yaml'])
  expect(body).not.toHaveProperty('versionName')
  expect(body.components).toMatchObject([{ name: 'Start', transitions: { unconditional: ['End'] } }, {}])
  expect(body.text).toBe(files['Flows /_Load it.orch.yaml'])
})

test('a file that is no text is answered with its fault', async () => {
  const { all, copy, push } = await aPushedProject('bytes')
  await writeFile(join(copy, 'c.orch.yaml'), Buffer.from([0xff, 0xfe, 0x3a, 0x00, 0x5b]))
  await git(copy, ['add', '--all'])
  await git(copy, ['commit', '--quiet', '--message', 'No text'])
  await push('main')
  const { status, body } = await details(all, 'c', 'main')
  expect([status, body.components]).toEqual([200, []])
  expect(body.faults.length).toBeGreaterThan(0)
})

test('a large file is answered with its fault and the beginning of its text', async () => {
  const large = `pipeline: {}\n# ${'x'.repeat(1024 * 1024)}`
  const { all } = await aPushedProject('large', { 'large.orch.yaml': large })
  const { body } = await details(all, 'large', 'main')
  expect(body.faults).toMatchObject([{ rule: 'file-too-large' }])
  expect([body.text === large.slice(0, 1024 * 1024), body.textTruncated]).toEqual([true, true])
})

test('a ref or a name that is not there is 404 and says which, what can be no ref is 400', async () => {
  const { all } = await aPushedProject('absent')
  const said = async (name: string, ref: string) => {
    const { status, body } = await details(all, name, ref)
    return `${status} ${body.detail}`
  }
  expect(await said('a', 'side')).toBe('404 Branch, tag or commit side does not exist')
  expect(await said('z', 'main')).toBe('404 Pipeline z does not exist in main')
  expect(await said('node_modules/b', 'main')).toMatch(/^404/)
  expect((await details(all, 'a', '--help')).status).toBe(400)
})

test('who may read the project may read its pipelines, others hear of no project', async () => {
  const { all, projectId } = await aPushedProject('roles')
  const reader = await t.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const stranger = await t.credential()
  const statuses: number[] = []
  // One after the other: what is remembered of a commit is remembered for those who may see it.
  for (const { token } of [reader, stranger]) {
    statuses.push((await t.call('GET', `${all}?ref=main`, { token })).status)
  }
  expect(statuses).toEqual([200, 404])
})

test('calls name who runs a pipeline and whom it runs, on a branch and with the draft of the caller', async () => {
  const run = (orchestrationJob: string) => ({ type: 'run-orchestration', parameters: { orchestrationJob } })
  const { all, projectId } = await aPushedProject('calls', {
    'Main.orch.yaml': orchestration({
      Start: start('Each', 'Lost', 'Any', 'Odd'),
      Each: { type: 'fixed-iterator', more: { iterationTarget: 'Load' } },
      Load: run('Load/One.orch.yaml'),
      Lost: run('Nowhere'),
      Any: run('Load/${which}'),
      Odd: run('Shape'),
    }),
    'Load/One.orch.yaml': orchestration({ Start: start('Self'), Self: run('./Load/Two') }),
    'Load/Two.orch.yaml': empty,
    'Shape.tran.yaml': 'pipeline: { components: {} }',
  })
  const calls = async (name: string, source: string) =>
    (await t.call<PipelineCalls>('GET', `${all}/calls?name=${encodeURIComponent(name)}&${source}`)).body
  const from = ({ callers }: PipelineCalls) =>
    callers.map(({ pipelineName, component, state, repeatedBy = '' }) =>
      [pipelineName, component, state, repeatedBy].join(' ').trim(),
    )
  const main = await calls('Main', 'ref=main')
  expect(main.callees.map(({ component, pipelineName, state }) => [component, pipelineName, state])).toEqual([
    ['Load', 'Load/One', 'KNOWN'],
    ['Lost', 'Nowhere', 'UNKNOWN'],
    ['Any', undefined, 'DECIDED_WHILE_RUNNING'],
    ['Odd', 'Shape', 'WRONG_KIND'],
  ])
  expect(main).toMatchObject({
    calleeCount: 4,
    callerCount: 0,
    callees: [{ repeatedBy: 'Each' }, {}, {}, {}],
  })
  expect(from(await calls('Load/One', 'ref=main'))).toEqual([
    'Main Load KNOWN Each',
    'Main Any DECIDED_WHILE_RUNNING',
  ])
  expect(from(await calls('Shape', 'ref=main'))).toEqual(['Main Odd WRONG_KIND'])

  const draft = (path: string, content: string | null) =>
    t.call('PUT', `/v1/projects/${projectId}/drafts/main/files`, { body: { path, content } })
  expect(from(await calls('Load/One', 'draft=main'))).toHaveLength(2)
  expect(
    (await draft('Main.orch.yaml', orchestration({ Start: start('Two'), Two: run('Load/Two') }))).status,
  ).toBe(200)
  expect(
    (await draft('Nowhere.orch.yaml', orchestration({ Start: start('Own'), Own: run('Shape') }))).status,
  ).toBe(200)
  await draft('Load/One.orch.yaml', null)
  expect(from(await calls('Load/Two', 'draft=main'))).toEqual(['Main Two KNOWN'])
  expect(from(await calls('Shape', 'draft=main'))).toEqual(['Nowhere Own WRONG_KIND'])
  expect(from(await calls('Load/Two', 'ref=main'))).toEqual([
    'Load/One Self KNOWN',
    'Main Any DECIDED_WHILE_RUNNING',
  ])
  const gone = await t.call('GET', `${all}/calls?name=${encodeURIComponent('Load/One')}&draft=main`)
  expect([gone.status, gone.body['detail']]).toEqual([
    404,
    'Pipeline Load/One does not exist in the draft of main',
  ])
  expect((await t.call('GET', `${all}/calls?name=Main&draft=main&ref=main`)).status).toBe(400)
  const { token } = await t.credential()
  expect((await t.call('GET', `${all}/calls?name=Main&draft=main`, { token })).status).toBe(404)
})
