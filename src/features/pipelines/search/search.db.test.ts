import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject, publish } from '../../../../test/support/factories.ts'
import { orchestration, start } from '../../../../test/support/pipelines.ts'
import type { Page } from '../../../http/page.ts'
import { newId } from '../../../lib/ids.ts'
import type { PipelineMatch } from './schema.ts'

const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const api = useApi({ HEADRACE_GIT_DIR: gitDir })
const content = orchestration({ Start: start() })

async function search(name: string, options: { token?: string; more?: string } = {}) {
  const { token, more = '' } = options
  const path = `/v1/pipelines?name=${encodeURIComponent(name)}${more}`
  const { status, body } = await api.call<Page<PipelineMatch>>('GET', path, token ? { token } : {})
  expect(status).toBe(200)
  return body
}
const names = async (...given: Parameters<typeof search>) =>
  (await search(...given)).results.map(({ name }) => name)
async function commit(projectId: string, changes: readonly object[], baseCommit?: string): Promise<string> {
  const answer = await api.call<{ commitHash: string }>(
    'POST',
    `/v1/projects/${projectId}/repositories/commits`,
    { body: { branch: 'main', message: 'Change', changes, baseCommit } },
  )
  expect(answer).toMatchObject({ status: 201 })
  return answer.body.commitHash
}
const written = (path: string) => ({ path, content })

async function aPublished(name: string, environments = ['Development']) {
  const { projectId } = await aProject(api, { environments })
  await publish(api, projectId, { [`${name}.orch.yaml`]: content, 'sql/x.sql': 'select 1' })
  return projectId
}

test('one request finds what is published in any number of projects, a page at a time', async () => {
  const projects = new Map<string, string>()
  for (let i = 10; i < 35; i += 1) projects.set(`Many/Load ${i}`, await aPublished(`Many/Load ${i}`))
  const first = await search('many/LOAD', { more: '&size=20' })
  expect(first).toMatchObject({ page: 0, size: 20, total: 25 })
  const second = await search('many/LOAD', { more: '&size=20&page=1' })
  expect([...first.results, ...second.results].map(({ name }) => name)).toEqual([...projects.keys()])
  expect(first.results[0]).toEqual({
    projectId: projects.get('Many/Load 10'),
    projectName: expect.stringMatching(/^Project /),
    name: 'Many/Load 10',
    path: 'Many/Load 10.orch.yaml',
    environmentName: 'Development',
  })
  expect(await names('%')).toEqual([])
  expect((await api.call('GET', '/v1/pipelines')).status).toBe(400)
})

test('finds only what the caller may read: in projects with a role, in environments with access', async () => {
  const projectId = await aPublished('Closed/Old', ['Development', 'Production'])
  await publish(api, projectId, { 'Closed/New.orch.yaml': content }, { environment: 'Production' })
  const credential = async (projectRoles: readonly object[], environmentAccess: readonly object[] = []) =>
    (await api.credential({ projectRoles, environmentAccess } as object)).token
  const member = { projectId, role: 'READ_ONLY' }
  const shut = { projectId, environmentName: 'Production', access: 'NO_ACCESS' }
  expect(await names('closed/')).toEqual(['Closed/New'])
  expect(await names('closed/', { token: await credential([member]) })).toEqual(['Closed/New'])
  expect(await names('closed/', { token: await credential([member], [shut]) })).toEqual(['Closed/Old'])
  expect(await search('closed/', { token: await credential([]) })).toMatchObject({ total: 0, results: [] })
})

test('a repository is searched as its default branch is, after each commit, and found by the name of the project', async () => {
  const projectId = await aPublished('Indexed/Published')
  await api.call('PATCH', `/v1/projects/${projectId}`, { body: { name: 'Harbour' } })
  const first = await commit(projectId, [
    written('Indexed/b.tran.yaml'),
    written('README.md'),
    written('.git2/a.orch.yaml'),
  ])
  await expect.poll(() => names('indexed/')).toEqual(['Indexed/b'])
  expect((await search('indexed/')).results).toEqual([
    { projectId, projectName: 'Harbour', name: 'Indexed/b', path: 'Indexed/b.tran.yaml', branch: 'main' },
  ])
  await commit(
    projectId,
    [{ path: 'Indexed/b.tran.yaml', delete: true }, written('Indexed/c.orch.yaml')],
    first,
  )
  await expect.poll(() => names('indexed/')).toEqual(['Indexed/c'])
  expect(await names('harBOUR')).toEqual(['.git2/a', 'Indexed/c'])
})

test('reading the branches of a repository brings its index up to date; without a commit, versions are searched', async () => {
  const projectId = await aPublished('Read/Published')
  const repository = `/v1/projects/${projectId}/repositories`
  await api.call('POST', repository, { body: { provider: 'hosted' } })
  await api.call('GET', `${repository}/branches`)
  const row = sql`select from pipeline_index where project_id = ${projectId}`
  await expect.poll(async () => (await row.execute(api.db)).rows.length).toBe(1)
  expect(await names('read/')).toEqual(['Read/Published'])
  await commit(projectId, [written('Read/a.orch.yaml')])
  await expect.poll(() => names('read/')).toEqual(['Read/a'])
  await sql`update pipeline_index set commit_hash = 'former' where project_id = ${projectId}`.execute(api.db)
  await sql`delete from indexed_pipeline where project_id = ${projectId}`.execute(api.db)
  expect(await names('read/')).toEqual([])
  await api.call('GET', `${repository}/branches`)
  await expect.poll(() => names('read/')).toEqual(['Read/a'])
})
