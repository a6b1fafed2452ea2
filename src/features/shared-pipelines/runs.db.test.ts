import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject, publish } from '../../../test/support/factories.ts'
import { orchestration, type Piece, type PieceVariable, start } from '../../../test/support/pipelines.ts'
import { aRealRunner } from '../../../test/support/real-runner.ts'
import { callerOf, parameter, sharedFile } from '../../../test/support/shared-files.ts'
import { publishShared } from '../../../test/support/shared-pipelines.ts'
import { loginTo, openTerminal } from '../../cli/testing/terminal.ts'
import { newId } from '../../lib/ids.ts'
import type { Execution } from '../executions/schema.ts'

/** What runs of shared pipelines do at a real runner (decisions.md §17). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
const base = '/v1/shared-pipelines'
const config = '.matillion/shared-pipelines.yaml'
let runner: Awaited<ReturnType<typeof aRealRunner>>
let projectId: string
let serial = 0
const aPrefix = () => `runs-${++serial}`

beforeAll(async () => {
  const made = await aProject(api)
  projectId = made.projectId
  runner = await aRealRunner(api, made.agentId)
})
afterAll(async () => {
  await runner.close()
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
})

const sql = (sqlScript: string, links: Piece['links'] = {}): Piece => ({
  type: 'sql-executor',
  parameters: { sqlScript },
  links,
})
const print = (...names: string[]): Piece => ({
  type: 'print-variables',
  parameters: { variablesToPrint: names.map((name) => [name]), includeVariableName: 'Yes' },
})

async function begin(pipelineName: string, more: object = {}): Promise<string> {
  const body = { pipelineName, environmentName: 'Development', ...more }
  const answer = await api.call('POST', `/v1/projects/${projectId}/pipeline-executions`, { body })
  expect(answer.body).toHaveProperty('pipelineExecutionId')
  return String(answer.body['pipelineExecutionId'])
}
const ended = (id: string) =>
  vi.waitUntil(
    async () => {
      const { body } = await api.call<Execution>('GET', `/v1/pipeline-executions/${id}`)
      return body.finishedAt === undefined ? undefined : body
    },
    { timeout: 30_000, interval: 30 },
  )
async function logOf(id: string): Promise<string> {
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const path = `${api.url}/v1/pipeline-executions/${id}/logs`
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}`, accept: 'text/plain' } })
  return answer.text()
}
/** Runs a pipeline of the newest version; answers how it ended, and what it printed. */
async function run(pipelineName: string, more: object = {}) {
  const id = await begin(pipelineName, more)
  const { status, message } = await ended(id)
  return { id, status, message, log: await logOf(id) }
}

const rows: PieceVariable = {
  type: 'GRID',
  columns: { city: { columnType: 'TEXT' }, size: { columnType: 'NUMBER' } },
  defaultValue: [['Nowhere', '0']],
}
const passRows = [
  {
    variable: 'rows',
    status: 'grid',
    gridValues: { fromGrid: { variable: 'mine', columns: ['city', 'size'] } },
  },
]

test('a set is published from a commit of a repository, and its grid parameter gets the rows of the caller', async () => {
  const prefix = aPrefix()
  const files = {
    'load/Cities.orch.yaml': orchestration({ Start: start('Print'), Print: print('rows') }, { rows }),
    [config]: sharedFile({
      'load/Cities.orch.yaml': { id: 'cities', parameters: { rows: { required: true } } },
    }),
  }
  let head = ''
  for (const [path, content] of Object.entries(files)) {
    const put = { branch: 'main', path, content }
    const made = await api.call('PUT', `/v1/projects/${projectId}/repositories/files`, { body: put })
    head = String(made.body['commitHash'] ?? made.body['commitId'])
  }
  const fromGit = (ref: string, versionName: string) =>
    api.call('POST', `${base}/artifacts/from-git`, {
      body: { projectId, ref, versionName, sharedPipelineIdPrefix: prefix },
    })
  expect(await fromGit('main', '1')).toMatchObject({
    status: 201,
    body: { versionName: '1', branch: 'main', commitHash: head, pipelineCount: 1, faults: [] },
  })
  const byHash = await fromGit(head, '2')
  expect([byHash.status, byHash.body['commitHash'], byHash.body['branch']]).toEqual([201, head, undefined])
  expect((await fromGit('no-such-branch', '3')).status).toBe(404)
  expect((await fromGit('main', '1')).status).toBe(409)

  const published = await publish(api, projectId, {
    'Main.orch.yaml': callerOf(`${prefix}#cities`, { setGridVariables: passRows }, 'run-shared-pipeline', {
      mine: {
        ...rows,
        defaultValue: [
          ['Oslo', '1'],
          ['Rome', '2'],
        ],
      },
    }),
    'Unset.orch.yaml': callerOf(`${prefix}#cities`),
  })
  expect(published.body['faults']).toMatchObject([
    { file: 'Unset.orch.yaml', rule: 'missing-shared-parameter' },
  ])
  expect(await run('Main')).toMatchObject({
    status: 'SUCCESS',
    log: expect.stringMatching(/Oslo.*1.*Rome.*2/s),
  })
  expect(await run('Unset')).toMatchObject({ status: 'FAILED' })
})

/** A shared pipeline that says its version and fails while the table `broken` is there. */
const failing = (version: string, id = 'work') => ({
  'Work.orch.yaml': orchestration(
    {
      Start: start('Say'),
      Say: { ...print('version'), links: { success: ['Look'] } },
      Look: sql('create table broken (n int)'),
    },
    { version: parameter(version) },
  ),
  [config]: sharedFile({ 'Work.orch.yaml': { id } }),
})

/** Reruns an execution from its failed step. */
async function rerun(id: string): Promise<string> {
  const path = `/v1/projects/${projectId}/pipeline-executions/${id}/reruns`
  const { body } = await api.call('POST', path, { body: { from: 'FAILED_STEP' } })
  expect(body).toHaveProperty('pipelineExecutionId')
  return String(body['pipelineExecutionId'])
}

/** A rerun that was cancelled while it waited for its runner. */
async function rerunInVain(id: string): Promise<string> {
  const pause = (until: string | null) => api.db.updateTable('runner').set({ paused_until: until }).execute()
  await pause('infinity')
  const again = await rerun(id)
  await api.call('PATCH', `/v1/pipeline-executions/${again}`, { body: { status: 'CANCELLED' } })
  expect((await ended(again)).status).toBe('CANCELLED')
  await pause(null)
  return again
}

test('a rerun of a failed shared child keeps its version and what succeeded in it, and both replay without divergence', async () => {
  const [prefix, open] = [aPrefix(), aPrefix()]
  const publishBoth = async (text: string, name: string) => {
    for (const one of [prefix, open])
      expect((await publishShared(api, failing(text), { prefix: one, name, projectId })).status).toBe(201)
  }
  await publishBoth('one', '1')
  await publish(api, projectId, {
    'Fixed.orch.yaml': callerOf(`${prefix}#work`),
    'Open.orch.yaml': callerOf(`\${prefix}#work`, {}, 'run-shared-pipeline', { prefix: parameter(open) }),
    'Break.orch.yaml': orchestration({ Start: start('Make'), Make: sql('create table broken (n int)') }),
    'Mend.orch.yaml': orchestration({ Start: start('Drop'), Drop: sql('drop table broken') }),
  })
  expect((await run('Break')).status).toBe('SUCCESS')
  const failed = await Promise.all([run('Fixed'), run('Open')])
  expect(failed.map(({ status }) => status)).toEqual(['FAILED', 'FAILED'])
  await publishBoth('two', '2')
  using terminal = openTerminal({ env: loginTo(api, await api.credential({ accountRole: 'SUPER_ADMIN' })) })
  for (const { id } of failed) {
    expect((await run('Mend')).status).toBe('SUCCESS')
    const again = await rerun(await rerunInVain(id))
    expect((await ended(again)).status).toBe('SUCCESS')
    expect(await versionOfChild(again)).toBe('1')
    expect(await logOf(again)).not.toContain('version = ')
    for (const one of [id, again]) {
      const { code, out } = await terminal.run('replay', one, '--all')
      expect([code, out]).toEqual([0, expect.not.stringContaining('diverges')])
      expect(out).toContain('Work')
    }
  }
  expect((await run('Mend')).status).toBe('SUCCESS')
  // A run of its own takes what its version fixed, or what is the newest now.
  expect((await run('Fixed')).log).toContain('version = one')
  expect((await run('Mend')).status).toBe('SUCCESS')
  expect((await run('Open')).log).toContain('version = two')
})

/** The version of the set that the child of an execution ran. */
async function versionOfChild(parent: string): Promise<string | undefined> {
  const child = await api.db
    .selectFrom('execution')
    .innerJoin('shared_version', 'shared_version.id', 'execution.artifact_id')
    .select('shared_version.version_name')
    .where('execution.parent_id', '=', parent)
    .executeTakeFirst()
  return child?.version_name
}

const saying = (version: string, ids: readonly string[]) => ({
  'Say.orch.yaml': orchestration(
    { Start: start('Say'), Say: print('version') },
    { version: parameter(version) },
  ),
  'Other.orch.yaml': orchestration({ Start: start() }),
  [config]: sharedFile(
    Object.fromEntries(ids.map((id) => [id === 'say' ? 'Say.orch.yaml' : 'Other.orch.yaml', { id }])),
  ),
})

test('a shared child that succeeded keeps its version in a rerun, where it does not run again', async () => {
  const prefix = aPrefix()
  await publishShared(api, saying('one', ['say']), { prefix, name: '1', projectId })
  await publish(api, projectId, {
    'Main.orch.yaml': orchestration({
      Start: start('Say'),
      Say: {
        type: 'run-shared-pipeline',
        parameters: { pipelineName: `${prefix}#say` },
        links: { success: ['Fail'] },
      },
      Fail: sql('select * from no_such_table'),
    }),
  })
  const { id, status } = await run('Main')
  const again = await rerun(id)
  expect([status, (await ended(again)).status]).toEqual(['FAILED', 'FAILED'])
  expect(await versionOfChild(again)).toBe('1')
  expect(await logOf(again)).not.toContain('version = ')
})

test('a pipeline that a later version does not share runs on where it was fixed, new callers are told, users stay known', async () => {
  const prefix = aPrefix()
  await publishShared(api, saying('one', ['say', 'other']), { prefix, name: '1', projectId })
  const caller = { 'Main.orch.yaml': callerOf(`${prefix}#say`) }
  await publish(api, projectId, caller)
  await publishShared(api, saying('two', ['other']), { prefix, name: '2' })
  expect(await run('Main')).toMatchObject({
    status: 'SUCCESS',
    log: expect.stringContaining('version = one'),
  })
  const users = await api.call('GET', `${base}/users?sharedPipelineIdPrefix=${prefix}&sharedPipelineId=say`)
  expect(users.body).toMatchObject({
    total: 1,
    results: [{ projectId, pipelines: ['Main'], versionName: '1', isNewest: false }],
  })
  const query = `sharedPipelineIdPrefix=${prefix}&sharedPipelineId=say&fromVersionName=1`
  expect((await api.call('GET', `${base}/artifacts/diff?${query}`)).body).toMatchObject({
    toVersionName: '2',
    isShared: false,
    breaking: true,
  })
  const refused = await publish(api, projectId, caller)
  expect(refused.body['faults']).toMatchObject([
    {
      severity: 'error',
      rule: 'unknown-shared-pipeline',
      message: expect.stringContaining(`version 2 of ${prefix} does not share`),
      hint: expect.stringContaining('choose a version that shares it'),
    },
  ])
  expect(await run('Main')).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining(`version 2 of ${prefix} does not share`),
  })
  await publish(api, projectId, { 'Main.orch.yaml': callerOf(`${prefix}#say`, { version: '1' }) })
  expect((await run('Main')).status).toBe('SUCCESS')
})

test('a set that is no longer shared with a project does not run there, and its owner still sees who would', async () => {
  const prefix = aPrefix()
  const owner = await aProject(api)
  await publishShared(api, saying('one', ['say']), { prefix, name: '1', projectId: owner.projectId })
  const share = (projectIds: readonly string[]) =>
    api.call('PUT', `${base}/sharing?sharedPipelineIdPrefix=${prefix}`, {
      body: { projectId: owner.projectId, allProjects: false, projectIds },
    })
  expect((await share([projectId])).status).toBe(200)
  await publish(api, projectId, { 'Main.orch.yaml': callerOf(`${prefix}#say`) })
  expect((await run('Main')).status).toBe('SUCCESS')
  expect((await share([])).status).toBe(200)
  expect(await run('Main')).toMatchObject({
    status: 'FAILED',
    message: expect.stringContaining(
      `The shared pipeline "${prefix}#say" is no longer shared with this project`,
    ),
  })
  const users = await api.call('GET', `${base}/users?sharedPipelineIdPrefix=${prefix}`)
  expect(users.body).toMatchObject({
    total: 1,
    results: [{ projectId, pipelines: ['Main'], isGranted: false }],
  })
})
