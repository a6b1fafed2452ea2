import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { openDatabase } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { newId, type ProjectId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { enterProject } from '../projects/access.ts'
import { createProjects } from '../projects/service.ts'
import { countOperations } from '../repositories/access.ts'
import { beginOperation } from '../repositories/store.ts'
import { fail, insertMigration } from './store.ts'

const t = useDatabase()
let caller: Caller
let other: ReturnType<typeof openDatabase>

beforeAll(async () => {
  other = openDatabase({ connectionString: t.url, log: silent }) // as another server process
  const principalId = newId()
  await t.db
    .insertInto('principal')
    .values({ id: principalId, kind: 'CREDENTIAL', account_role: 'SUPER_ADMIN' })
    .execute()
  caller = {
    kind: 'CREDENTIAL',
    principalId,
    clientId: 'test' as never,
    name: 'test',
    accountRole: 'SUPER_ADMIN',
  }
})
afterAll(() => other.close())

async function aRepository(): Promise<ProjectId> {
  const { projectId } = await createProjects(t.db).create(caller, { name: newId() })
  const row = { provider: 'hosted', repository_name: 'x', provider_parameters: '{}', created_by: 'test' }
  await t.db
    .insertInto('repository')
    .values({ project_id: projectId, ...row })
    .execute()
  return projectId as ProjectId
}

test('a push and a migration that begin at once: either the push is refused, or the migration sees it', async () => {
  for (let round = 0; round < 60; round++) {
    const projectId = await aRepository()
    const grant = await enterProject(t.db, caller, projectId, 'repository:write')
    const target = { projectId, provider: 'git', repositoryName: 'y', providerParameters: {} } as const
    const wanted = {
      mode: 'MIRROR_PUSH',
      target,
      tokenHash: undefined,
      phase: 'WAITING',
      leaseMs: 60_000,
    } as const
    const [operation, operations] = await Promise.all([
      beginOperation(other.db, projectId, 'push'),
      insertMigration(t.db, grant, wanted).then(() => countOperations(t.db, projectId)),
    ])
    if (operation === 'migrating') expect(operations).toBe(0)
    else expect(operations).toBe(1)
  }
})

test('a migration that has failed frees the repository at once', async () => {
  const projectId = await aRepository()
  const grant = await enterProject(t.db, caller, projectId, 'repository:write')
  const target = { projectId, provider: 'git', repositoryName: 'y', providerParameters: {} } as const
  const wanted = {
    mode: 'MIRROR_PUSH',
    target,
    tokenHash: undefined,
    phase: 'WAITING',
    leaseMs: 60_000,
  } as const
  const first = (await insertMigration(t.db, grant, wanted))!
  await expect(insertMigration(t.db, grant, wanted)).rejects.toMatchObject({ kind: 'conflict' })
  await fail(t.db, first, 'because')
  expect(await insertMigration(t.db, grant, wanted)).toBeDefined()
})
