import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, aRunner } from '../../../test/support/factories.ts'
import { newId } from '../../lib/ids.ts'

/** Reviews, and reviews as a condition of merging and publishing (decisions.md §22). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Body extends Record<string, unknown> {
  readonly commitHash: string
  readonly detail: string
  readonly violations: string[]
  readonly results: Record<string, Record<string, unknown>[]>
}

const sound = `pipeline:
  metadata: { description: Nothing to do }
  components:
    Start: { type: start, transitions: { unconditional: [Done] } }
    Done: { type: end-success }
`
const undescribed = sound.replace(/ {2}metadata.*\n/, '')
const secret = sound.replace('components:', 'variables: { api_token: { defaultValue: abc } }\n  components:')
const rulesPath = '.headrace/quality.yaml'

async function aRepository(files: Readonly<Record<string, string>>) {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}`
  const commit = async (branch: string, contents: Readonly<Record<string, string>>) => {
    const head = (await t.call<Body>('GET', `${path}/repositories/branches/${branch}`)).body.commitHash
    const changes = Object.entries(contents).map(([name, content]) => ({ path: name, content }))
    const body = { branch, message: 'Change', changes, ...(head !== undefined && { baseCommit: head }) }
    const made = await t.call<Body>('POST', `${path}/repositories/commits`, { body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.commitHash
  }
  await commit('main', files)
  const review = (body: object) => t.call<Body>('POST', `${path}/reviews`, { body })
  const patch = (to: string, body: object) => t.call('PATCH', to, { body })
  return { projectId, path, commit, review, patch }
}

test('a branch is reviewed by the rules of its commit, whole or some files of it', async () => {
  const { commit, review } = await aRepository({
    'a.orch.yaml': sound,
    'in/b.orch.yaml': undescribed,
    'old.orch.yaml': secret,
    [rulesPath]: 'exclude: [old]\n',
  })
  const first = await review({ branchName: 'main' })
  expect([first.status, first.body]).toEqual([
    200,
    {
      reviewStatus: 'PASSED',
      commitId: expect.stringMatching(/^[0-9a-f]{40}$/),
      results: {
        a: [],
        'in/b': [
          {
            rule: 'missing-description',
            severity: 'WARNING',
            message: 'The pipeline has no description',
            line: 1,
            file: 'in/b.orch.yaml',
            hint: expect.any(String),
          },
        ],
      },
      excludedFiles: ['old.orch.yaml'],
    },
  ])
  await commit('main', { [rulesPath]: '- { id: missing-description, severity: error }\n' })
  expect((await review({ branchName: 'main' })).body['reviewStatus']).toBe('FAILED')
  const before = await review({ branchName: 'main', commitId: first.body['commitId'] })
  expect(before.body['reviewStatus']).toBe('PASSED')
  const some = await review({
    branchName: 'main',
    dataWarehouseType: 'SNOWFLAKE',
    filePaths: ['a.orch.yaml', 'README.md'],
  })
  expect(some.body).toMatchObject({
    reviewStatus: 'PASSED',
    results: { a: [] },
    excludedFiles: ['README.md'],
  })
  expect((await review({ branchName: 'absent' })).status).toBe(404)
  expect((await review({ branchName: 'a..b' })).status).toBe(400)
  expect((await review({})).status).toBe(400)
})

test('the tests of the commit count: a pipeline that no test runs is found', async () => {
  const { review } = await aRepository({
    'a.orch.yaml': sound,
    'b.orch.yaml': sound,
    'a.test.yaml': 'type: test\ntest: { run: { orchestration: a } }\n',
  })
  const { results } = (await review({ branchName: 'main' })).body
  expect(results).toMatchObject({ a: [], b: [{ rule: 'no-test', severity: 'WARNING' }] })
})

test('a variable that the project has is no finding', async () => {
  const uses = sound.replace(
    'Done: { type: end-success }',
    'Done: { type: webhook-post, parameters: { url: "https://h/${day}", payload: "{}" } }',
  )
  const { path, review } = await aRepository({ 'a.orch.yaml': uses })
  const rules = async () => (await review({ branchName: 'main' })).body.results['a']?.map(({ rule }) => rule)
  expect(await rules()).toContain('validation-warning')
  const variable = { name: 'day', type: 'TEXT', behaviour: 'SHARED', value: '' }
  expect((await t.call('POST', `${path}/variables`, { body: variable })).status).toBe(201)
  expect(await rules()).not.toContain('validation-warning')
})

test('a project can refuse merges for findings in the files that they change, and for nothing else', async () => {
  const { path, commit, patch } = await aRepository({ 'old.orch.yaml': secret, 'a.orch.yaml': sound })
  const repository = `${path}/repositories`
  expect((await t.call('POST', `${repository}/branches`, { body: { name: 'topic' } })).status).toBe(201)
  const merge = () =>
    t.call<Body>('POST', `${repository}/merges`, { body: { source: 'topic', target: 'main' } })
  expect((await patch(path, { reviewBeforeMerging: 'ERRORS' })).body).toMatchObject({
    reviewBeforeMerging: 'ERRORS',
  })
  await commit('topic', { 'b.orch.yaml': undescribed })
  expect((await merge()).body).toMatchObject({ outcome: 'FAST_FORWARD' })
  const head = await commit('main', { 'readme.txt': 'x' })
  await commit('topic', { 'a.orch.yaml': secret })
  const refused = await merge()
  expect([refused.status, refused.body.detail, refused.body.violations]).toEqual([
    409,
    expect.stringContaining('1 finding in what the merge would change in main'),
    [expect.stringMatching(/^a\.orch\.yaml:3: error: .*\(hard-coded-secret\)$/)],
  ])
  const now = await t.call<Body>('GET', `${repository}/branches/main`)
  expect(now.body.commitHash).toBe(head)
  await commit('topic', { 'a.orch.yaml': undescribed })
  await patch(path, { reviewBeforeMerging: 'WARNINGS' })
  expect((await merge()).body.violations).toEqual([expect.stringContaining('(missing-description)')])
  await patch(path, { reviewBeforeMerging: 'OFF' })
  expect((await merge()).body).toMatchObject({ outcome: 'MERGE_COMMIT' })
})

test('an environment can refuse what is published and promoted to it', async () => {
  const { path, patch } = await aRepository({ 'a.orch.yaml': secret, [rulesPath]: 'rules: []\n' })
  const { agentId: defaultAgentId } = await aRunner(t)
  for (const [name, level] of [
    ['dev', 'OFF'],
    ['prod', 'ERRORS'],
  ]) {
    const body = { name, defaultAgentId, reviewBeforePublishing: level }
    const made = await t.call('POST', `${path}/environments`, { body })
    expect([made.status, made.body]).toMatchObject([201, { reviewBeforePublishing: level }])
  }
  const publish = (environmentName: string) =>
    t.call<Body>('POST', `${path}/artifacts/from-git`, {
      body: { environmentName, versionName: 'one', ref: 'main' },
    })
  const promote = () =>
    t.call<Body>('POST', `${path}/artifacts/promotions`, {
      body: { versionName: 'one', sourceEnvironmentName: 'dev', targetEnvironmentName: 'prod' },
    })
  expect((await publish('dev')).status).toBe(201)
  for (const refused of [await publish('prod'), await promote()]) {
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('published in prod')])
    expect(refused.body.violations).toEqual([expect.stringContaining('(hard-coded-secret)')])
  }
  await patch(`${path}/environments/prod`, { reviewBeforePublishing: 'OFF' })
  expect((await promote()).status).toBe(201)
})

test('the rules go with the version: a promotion is judged by them', async () => {
  const { path } = await aRepository({
    'a.orch.yaml': secret,
    [rulesPath]: '- { id: hard-coded-secret, enabled: false }\n',
  })
  const { agentId: defaultAgentId } = await aRunner(t)
  for (const name of ['dev', 'prod']) {
    const body = { name, defaultAgentId, reviewBeforePublishing: 'ERRORS' }
    expect((await t.call('POST', `${path}/environments`, { body })).status).toBe(201)
  }
  const body = { environmentName: 'dev', versionName: 'one', ref: 'main' }
  expect((await t.call('POST', `${path}/artifacts/from-git`, { body })).status).toBe(201)
  const promotion = { versionName: 'one', sourceEnvironmentName: 'dev', targetEnvironmentName: 'prod' }
  expect((await t.call('POST', `${path}/artifacts/promotions`, { body: promotion })).status).toBe(201)
})
