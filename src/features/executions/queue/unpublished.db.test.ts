import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import { connectAs } from '../../../../test/support/wire-runner.ts'
import { newId } from '../../../lib/ids.ts'
import { deleteUnusedBundles, deleteUnusedSources } from '../../artifacts/service.ts'

/** Runs of branches, commits and drafts (decisions.md §8). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Body extends Record<string, unknown> {
  readonly pipelineExecutionId: string
  readonly commitHash: string
  readonly detail: string
  readonly results: { readonly pipelineExecutionId: string }[]
}

const named = (name: string) => orchestration({ [name]: start() })

async function aPlace(environments = ['Development', 'Production']) {
  const { projectId, agentId } = await aProject(t, { environments })
  const { token } = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const project = `/v1/projects/${projectId}`
  const call = (method: string, path: string, body?: object, as = token) =>
    t.call<Body>(method, `${project}${path}`, { token: as, ...(body && { body }) })
  const write = (content: string, path = 'p.orch.yaml') =>
    t.call<Body>('PUT', `${project}/repositories/files`, {
      token,
      body: { branch: 'main', path, content },
      headers: { 'if-match': '*' },
    })
  return {
    projectId,
    agentId,
    call,
    write,
    draft: (content: string | null, path = 'p.orch.yaml') =>
      call('PUT', '/drafts/main/files', { path, content }),
    run: (source: object, environmentName = 'Development', as = token) =>
      call('POST', '/pipeline-executions', { pipelineName: 'p', environmentName, ...source }, as),
    show: async (id: string) => (await call('GET', `/pipeline-executions/${id}`)).body,
  }
}

/** A connected runner, and the files that it gets for a run. */
async function aRunnerOf(agentId: string) {
  const runner = await connectAs(t, agentId)
  await runner.heard('welcome')
  runner.say({ kind: 'credit', total: 1 })
  return async () => {
    const { artifact, versionName } = await runner.heard('run')
    runner.say({ kind: 'artifact-wanted', artifact })
    const { files } = await runner.heard('artifact')
    runner.socket.close()
    return { versionName, files: Object.fromEntries(files.map((file) => [file.path, file.content])) }
  }
}

test('a draft runs on its branch as both are then, whatever is written later', async () => {
  const { agentId, write, draft, run, show } = await aPlace()
  await write(named('Committed'))
  const { body: committed } = await write('print(1)', 'lib/tool.py')
  await draft(named('Drafted'))
  const started = await run({ draft: 'main' })
  expect([started.status, started.body]).toMatchObject([
    201,
    { draft: 'main', commitHash: committed.commitHash, versionName: 'draft of main', trigger: 'DESIGNER' },
  ])
  await draft(named('Later'))
  await write(named('Pushed'))
  const ran = await (await aRunnerOf(agentId))()
  expect(ran.versionName).toBe('draft of main')
  expect(ran.files).toEqual({ 'p.orch.yaml': named('Drafted'), 'lib/tool.py': 'print(1)' })
  expect(await show(started.body.pipelineExecutionId)).toMatchObject({
    draft: 'main',
    commitHash: committed.commitHash,
    trigger: 'DESIGNER',
  })
})

test('a draft runs before its project has a repository', async () => {
  const { agentId, draft, run } = await aPlace()
  await draft(named('First'))
  expect((await run({ draft: 'main' })).body).not.toHaveProperty('commitHash')
  expect((await (await aRunnerOf(agentId))()).files).toEqual({ 'p.orch.yaml': named('First') })
})

test('a draft runs without the files that it deletes', async () => {
  const { agentId, write, draft, run } = await aPlace()
  await write(named('First'))
  await write(named('Gone'), 'old.orch.yaml')
  await draft(null, 'old.orch.yaml')
  await run({ draft: 'main' })
  expect((await (await aRunnerOf(agentId))()).files).toEqual({ 'p.orch.yaml': named('First') })
})

test('a branch and a commit run as they are, are kept once, and are found in lists', async () => {
  const { projectId, agentId, call, write, run } = await aPlace()
  const { commitHash } = (await write(named('One'))).body
  await write(named('Two'))
  const [commit, branch] = [await run({ ref: commitHash }), await run({ ref: 'main' })]
  expect(commit.body).toMatchObject({ ref: commitHash, commitHash, versionName: commitHash.slice(0, 10) })
  expect(branch.body['versionName']).toMatch(/^main@[0-9a-f]{10}$/)
  await run({ ref: 'main' })
  const kept = await sql`select from unpublished_source where project_id = ${projectId}`.execute(t.db)
  expect(kept.rows).toHaveLength(2)
  expect((await (await aRunnerOf(agentId))()).files).toEqual({ 'p.orch.yaml': named('One') })
  const list = async (unpublished: boolean) =>
    (await t.call<Body>('GET', `/v1/pipeline-executions?projectId=${projectId}&unpublished=${unpublished}`))
      .body
  expect((await list(true)).results).toHaveLength(3)
  expect((await list(false)).results).toHaveLength(0)
  expect((await call('GET', '/artifacts')).body).toMatchObject({ total: 0 })
})

test('an environment for production runs published versions only, until its setting says otherwise', async () => {
  const { call, write, run } = await aPlace()
  await write(named('One'))
  expect((await call('GET', '/environments/Production')).body).toMatchObject({ allowUnpublishedRuns: false })
  expect((await call('GET', '/environments/Development')).body).toMatchObject({ allowUnpublishedRuns: true })
  const refused = await run({ ref: 'main' }, 'Production')
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Production runs published versions only. Publish a version and run that, or have an administrator of the ' +
      'environment or of the project turn its setting allowUnpublishedRuns on',
  ])
  await call('PATCH', '/environments/Production', { allowUnpublishedRuns: true })
  expect((await run({ ref: 'main' }, 'Production')).status).toBe(201)
})

test('what cannot be run is refused in a sentence, and nothing is said to those who may not publish', async () => {
  const { projectId, write, run, draft } = await aPlace()
  await write(named('One'))
  expect((await run({ ref: 'main', draft: 'main' })).body).toMatchObject({
    status: 400,
    violations: ['body must have only one of versionName, ref and draft'],
  })
  expect((await run({ ref: 'nowhere' })).body.detail).toBe('Branch, tag or commit nowhere does not exist')
  expect((await run({ ref: '--all' })).status).toBe(400)
  expect((await run({ draft: 'main' })).body.detail).toBe('Draft main does not exist')
  expect((await run({ ref: 'main', pipelineName: 'q' })).body.detail).toBe(
    'Pipeline q does not exist in main',
  )
  await draft(named('Mine'))
  const other = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  expect((await run({ draft: 'main' }, 'Development', other.token)).status).toBe(404)
  const reader = await t.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await run({ ref: 'nowhere' }, 'Production', reader.token)).status).toBe(403)
})

test('a rerun reads what its execution read, and needs the setting too', async () => {
  const { agentId, call, write, run } = await aPlace()
  await write(named('One'))
  const { pipelineExecutionId: id } = (await run({ ref: 'main' })).body
  await call('PATCH', `/pipeline-executions/${id}`, { status: 'CANCELLED' })
  await write(named('Two'))
  const again = await call('POST', `/pipeline-executions/${id}/reruns`, { from: 'START' })
  expect([again.status, again.body['ref']]).toEqual([201, 'main'])
  expect((await (await aRunnerOf(agentId))()).files).toEqual({ 'p.orch.yaml': named('One') })
  await call('PATCH', '/environments/Development', { allowUnpublishedRuns: false })
  expect((await call('POST', `/pipeline-executions/${id}/reruns`, { from: 'START' })).status).toBe(409)
})

test('what a run read is kept while an execution refers to it, and deleted with its files after that', async () => {
  const { projectId, write, run, draft } = await aPlace()
  await write(named('One'))
  const { pipelineExecutionId: id } = (await run({ ref: 'main' })).body
  await draft(named('Two'))
  const drafted = (await run({ draft: 'main' })).body.pipelineExecutionId
  const age = () =>
    sql`update unpublished_source set used_at = now() - interval '2 days' where project_id = ${projectId}`.execute(
      t.db,
    )
  const left = async () => ({
    sources: Number(
      (
        await sql<{
          n: string
        }>`select count(*) n from unpublished_source where project_id = ${projectId}`.execute(t.db)
      ).rows[0]!.n,
    ),
    bundles: Number(
      (
        await sql<{
          n: string
        }>`select count(*) n from artifact_bundle where id = any(${bundles}::uuid[])`.execute(t.db)
      ).rows[0]!.n,
    ),
  })
  const used = await sql<{ id: string }>`
    select bundle_id as id from unpublished_source where project_id = ${projectId}`.execute(t.db)
  const bundles = used.rows.map((row) => row.id)
  const deleteUnused = async () => {
    await deleteUnusedSources(t.db)
    await deleteUnusedBundles(t.db)
  }
  await age()
  await ageBundles()
  await deleteUnused()
  expect(await left()).toEqual({ sources: 2, bundles: 2 })
  await sql`delete from execution where id = ${id}`.execute(t.db)
  await deleteUnused()
  expect(await left()).toEqual({ sources: 1, bundles: 2 })
  await sql`delete from execution where id = ${drafted}`.execute(t.db)
  await deleteUnused()
  expect(await left()).toEqual({ sources: 0, bundles: 0 })
})

const ageBundles = () => sql`update artifact_bundle set created_at = now() - interval '2 days'`.execute(t.db)

test('published files are deleted a day after the last environment that has their version', async () => {
  const { projectId, call } = await aPlace()
  await publish(t, projectId, { 'p.orch.yaml': named('One') }, { name: 'v' })
  const artifact = t.db.selectFrom('artifact').select('bundle_id').where('project_id', '=', projectId)
  const bundleId = (await artifact.executeTakeFirstOrThrow()).bundle_id
  const body = {
    versionName: 'v',
    sourceEnvironmentName: 'Development',
    targetEnvironmentName: 'Production',
  }
  const isKept = async () => {
    await deleteUnusedBundles(t.db)
    const { rows } = await sql`select from artifact_file where bundle_id = ${bundleId}`.execute(t.db)
    return rows.length > 0
  }
  expect((await call('POST', '/artifacts/promotions', body)).status).toBe(201)
  await ageBundles()
  expect((await call('DELETE', '/environments/Development')).status).toBe(204)
  expect(await isKept()).toBe(true)
  expect((await t.call('DELETE', `/v1/projects/${projectId}`)).status).toBe(204)
  await sql`update artifact_bundle set created_at = now() where id = ${bundleId}`.execute(t.db)
  expect(await isKept()).toBe(true)
  await ageBundles()
  expect(await isKept()).toBe(false)
})

const chain = orchestration({
  Start: start('Load'),
  Load: { type: 'bash-script', links: { success: ['Report'] } },
  Report: { type: 'bash-script' },
})

test('a part of a draft or a commit is kept as the pipeline that runs, and its rerun keeps it', async () => {
  const { projectId, agentId, call, write, draft, run, show } = await aPlace()
  const { commitHash } = (await write(chain)).body
  const only = await run({ ref: commitHash, onlyComponentName: 'Load' })
  expect([only.status, only.body]).toMatchObject([201, { onlyComponentName: 'Load', trigger: 'DESIGNER' }])
  const whole = await run({ ref: commitHash })
  expect(whole.body).not.toHaveProperty('onlyComponentName')
  await draft(`${chain}\n`)
  const from = await run({ draft: 'main', fromComponentName: 'Report' })
  expect(await show(from.body.pipelineExecutionId)).toMatchObject({
    fromComponentName: 'Report',
    draft: 'main',
  })
  const shown = async (id: string) => {
    const { body } = await call('GET', `/pipelines/details?name=p&pipelineExecutionId=${id}`)
    return (body['components'] as { name: string }[]).map(({ name }) => name).sort()
  }
  expect(await shown(only.body.pipelineExecutionId)).toEqual(['Load', 'Start'])
  expect(await shown(from.body.pipelineExecutionId)).toEqual(['Report', 'Start'])
  expect(await shown(whole.body.pipelineExecutionId)).toEqual(['Load', 'Report', 'Start'])

  const again = await call('POST', `/pipeline-executions/${only.body.pipelineExecutionId}/reruns`, {
    from: 'START',
  })
  expect(again.body).toMatchObject({ onlyComponentName: 'Load' })
  const kept = await sql`select from unpublished_source where project_id = ${projectId}`.execute(t.db)
  expect(kept.rows).toHaveLength(3)
  const bundles = await sql`
    select distinct coalesce(base_bundle_id, bundle_id) from unpublished_source
     where project_id = ${projectId} and commit_hash = ${commitHash}`.execute(t.db)
  expect(bundles.rows).toHaveLength(1)
  const { files } = await (await aRunnerOf(agentId))()
  expect(files['p.orch.yaml']).not.toContain('Report')
})

test('the name of a part means the orchestration of commit and draft together', async () => {
  const { write, draft, run } = await aPlace()
  await write(chain)
  await draft('type: transformation\nversion: 1.0\npipeline:\n  components: {}\n', 'p.tran.yaml')
  const started = await run({ draft: 'main', onlyComponentName: 'Load' })
  expect([started.status, started.body['violations']]).toEqual([201, undefined])
})

test('a part that cannot run says why, after the permission', async () => {
  const { projectId, write, run } = await aPlace()
  await write(chain)
  const refused = async (source: object) => (await run(source)).body['violations']
  expect(await refused({ ref: 'main', fromComponentName: 'Laod' })).toEqual([
    'body/fromComponentName: There is no component "Laod" in "p". Did you mean "Load"?',
  ])
  expect(await refused({ ref: 'main', fromComponentName: 'Load', onlyComponentName: 'Load' })).toEqual([
    'body must have only one of fromComponentName and onlyComponentName',
  ])
  expect(await refused({ onlyComponentName: 'Load' })).toEqual([
    expect.stringContaining('body/onlyComponentName: a published version runs as a whole'),
  ])
  const part = { ref: 'main', onlyComponentName: 'Laod' }
  expect(await run(part, 'Production')).toMatchObject({ status: 409 })
  const { token } = await t.credential({
    projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
    environmentAccess: [{ projectId, environmentName: 'Development', access: 'READ_ONLY' }],
  })
  expect(await run(part, 'Development', token)).toMatchObject({ status: 403 })
})
