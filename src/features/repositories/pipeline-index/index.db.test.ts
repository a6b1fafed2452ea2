import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { aWorkingCopy, commit, git, useFolder } from '../../../../test/support/git.ts'
import { encryptionWith } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import { createPipelineIndex } from './service.ts'

const t = useDatabase()
const folder = useFolder()

/** A project whose hosted repository is in `folder` below its id. */
async function aRepository(files: Readonly<Record<string, string>>, branch = 'main'): Promise<string> {
  const id = newId()
  const project = { id, name: id, warehouse: 'DUCKDB', agent_deployment_type: 'HYBRID' }
  await t.db.insertInto('project').values(project).execute()
  await t.db
    .insertInto('repository')
    .values({
      project_id: id,
      provider: 'hosted',
      repository_name: 'x',
      provider_parameters: '{}',
      created_by: 'test',
    })
    .execute()
  const copy = await aWorkingCopy(join(folder.path, id), files)
  await git(copy, ['branch', '--move', branch])
  return id
}

/** An index that has read as many repositories as `reads` says. */
function anIndex(db = t.db) {
  const reads: string[] = []
  const copies = {
    folderOf: async ({ projectId }: { projectId: string }) => {
      reads.push(projectId)
      return join(folder.path, projectId)
    },
  }
  const encryption = encryptionWith(randomBytes(32))
  return { reads, index: createPipelineIndex({ db, encryption, copies, log: silent }) }
}

const indexed = async (projectId: string) => {
  const { rows } = await sql<{ path: string; name: string; branch: string }>`
    select i.branch, f.path, f.name from pipeline_index i join indexed_pipeline f using (project_id)
     where project_id = ${projectId} order by path`.execute(t.db)
  return rows.map(({ branch, path, name }) => `${branch} ${path} ${name}`)
}
const yesterday = (projectId: string) =>
  sql`update pipeline_index set checked_at = now() - interval '1 day' where project_id = ${projectId}`.execute(
    t.db,
  )

test('the pass indexes repositories that were never indexed, once an hour, with or without a default branch', async () => {
  const { index, reads } = anIndex()
  const files = { 'a/b.orch.yaml': '', 'c.tran.yaml': '', 'd.test.yaml': '', 'node_modules/e.orch.yaml': '' }
  const main = await aRepository(files)
  const other = await aRepository(files, 'trunk')
  await git(join(folder.path, other), ['symbolic-ref', 'HEAD', 'refs/heads/nowhere'])
  await index.refreshDue()
  expect(await indexed(main)).toEqual(['main a/b.orch.yaml a/b', 'main c.tran.yaml c'])
  expect(await indexed(other)).toEqual(['trunk a/b.orch.yaml a/b', 'trunk c.tran.yaml c'])
  await index.refreshDue()
  expect(reads.sort()).toEqual([main, other].sort())
  await yesterday(main)
  await index.refreshDue()
  expect(reads).toHaveLength(3)
})

test('a commit that arrives while the index is written is in it afterwards', async () => {
  const projectId = await aRepository({ 'a.orch.yaml': '' })
  let results = 0
  const db = t.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      results += 1
      // The first is the repository, the second says that its head, which has been read, is not indexed.
      if (results === 2) await commit(join(folder.path, projectId), { 'b.orch.yaml': '' }, 'Second')
      return result
    },
  })
  await anIndex(db).index.refresh(projectId)
  expect(await indexed(projectId)).toEqual(['main a.orch.yaml a', 'main b.orch.yaml b'])
})

test('a head that is indexed costs nothing; one that is not reads the repository', async () => {
  const { index, reads } = anIndex()
  const projectId = await aRepository({ 'a.orch.yaml': '' })
  await index.refresh(projectId)
  const commitHash = (await git(join(folder.path, projectId), ['rev-parse', 'HEAD'])).trim()
  reads.length = 0
  await index.noteHead(projectId, { branch: 'main', commitHash })
  expect(reads).toEqual([])
  await index.noteHead(projectId, undefined)
  expect(reads).toEqual([projectId])
})

test('a repository that cannot be read leaves the index as it was, and the others of the pass are indexed', async () => {
  const { index } = anIndex()
  const broken = await aRepository({ 'a.orch.yaml': '' })
  await index.refresh(broken)
  await rm(join(folder.path, broken), { recursive: true })
  await yesterday(broken)
  const next = await aRepository({ 'b.orch.yaml': '' })
  await index.refreshDue()
  expect(await indexed(broken)).toEqual(['main a.orch.yaml a'])
  expect(await indexed(next)).toEqual(['main b.orch.yaml b'])
})
