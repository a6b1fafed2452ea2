import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aWorkingCopy, commit, git, useFolder } from '../../../test/support/git.ts'
import { createExclusion } from '../../db/exclusion.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { createPublishNew, type PublishNewDependencies } from './publish-new.ts'

const folder = useFolder()
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
const t = useApi({ HEADRACE_GIT_DIR: gitDir })
const exclusions: ReturnType<typeof createExclusion>[] = []
afterAll(async () => {
  for (const exclusion of exclusions) await exclusion.close()
  await rm(gitDir, { recursive: true, force: true, maxRetries: 5 })
})

/** A project whose branch main is published in these environments, though not by the API of the test. */
async function aPublishedBranch(name: string, environments = ['Development']) {
  const { projectId } = await aProject(t, { environments })
  await t.call('POST', `/v1/projects/${projectId}/repositories`, { body: { provider: 'hosted' } })
  await sql`
    insert into repository_publication (project_id, environment_id, branch, principal_id, checked_at)
    select project_id, id, 'main', (select id from principal where account_role = 'SUPER_ADMIN' limit 1), 'infinity'
      from environment where project_id = ${projectId}`.execute(t.db)
  const copy = await aWorkingCopy(join(folder.path, name))
  const push = () => git(copy, ['push', '--quiet', '--force', hostedFolder(gitDir, projectId), 'main'])
  await push()
  return { projectId, copy, push, head: async () => (await git(copy, ['rev-parse', 'HEAD'])).trim() }
}

type Publish = PublishNewDependencies['artifacts']['publish']

/** Automatic publishing of one of several servers, where publishing itself is a fake. */
function aServer(publish: Publish) {
  const exclusion = createExclusion(process.env['TEST_DATABASE_URL']!)
  exclusions.push(exclusion)
  return createPublishNew({
    db: t.db,
    encryption: undefined as never,
    copies: { folderOf: async ({ projectId }) => hostedFolder(gitDir, projectId) },
    artifacts: { publish } as PublishNewDependencies['artifacts'],
    exclusively: exclusion.exclusively,
    log: silent,
  })
}

const rulesOf = async (projectId: string) =>
  (
    await t.call<{ results: { environmentName: string; lastResult: string; lastCommit?: string }[] }>(
      'GET',
      `/v1/projects/${projectId}/repositories/publications`,
    )
  ).body.results

test('of two servers that publish at once, none publishes an older commit after a newer one', async () => {
  const { projectId, copy, push, head } = await aPublishedBranch('race')
  const first = await head()
  const [begun, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const published: (string | undefined)[] = []
  const publish: Publish = async (_caller, _projectId, { commithash, versionname: versionName }) => {
    begun.resolve()
    if (commithash === first) await mayEnd.promise
    published.push(commithash)
    return { versionName } as never
  }
  const slow = aServer(publish)(projectId)
  await begun.promise
  const second = await commit(copy, { 'a.txt': 'later' }, 'Later')
  await push()
  const quick = aServer(publish)(projectId)
  await Promise.race([quick, sleep(500)])
  mayEnd.resolve()
  await Promise.all([slow, quick])
  expect(published).toEqual([first, second])
  expect(await rulesOf(projectId)).toMatchObject([{ lastCommit: second }])
})

test('an automatic publication that fails unexpectedly says so, and the others of its project go on', async () => {
  const progressed = vi.fn()
  const { projectId, head } = await aPublishedBranch('fails', ['Development', 'Production', 'Test'])
  await aServer(async (_caller, _projectId, { environmentname, versionname: versionName }) => {
    if (environmentname !== 'Test') throw new Error('The disk is full')
    return { versionName } as never
  })(projectId, progressed)
  expect(progressed, 'three that are looked at twice').toHaveBeenCalledTimes(6)
  expect(await rulesOf(projectId)).toMatchObject([
    { environmentName: 'Development', lastResult: 'Failed: Internal error; the log has details' },
    { environmentName: 'Production', lastResult: 'Failed: Internal error; the log has details' },
    {
      environmentName: 'Test',
      lastResult: expect.stringMatching(/^Published main-/),
      lastCommit: await head(),
    },
  ])
})

test('a branch whose publisher has been deleted or has expired stays set up and says so', async () => {
  const { projectId } = await aPublishedBranch('orphaned')
  const resultFor = async (principalId: string) => {
    await sql`update repository_publication set principal_id = ${principalId}
               where project_id = ${projectId}`.execute(t.db)
    return async () => {
      await aServer(async () => expect.fail('published'))(projectId)
      return (await rulesOf(projectId)).map(({ lastResult }) => lastResult)
    }
  }
  const publisher = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const { rows } = await sql<{ id: string }>`
    update api_credential set expires_at = now() - interval '1 day'
     where client_id = ${publisher.clientId} returning principal_id as id`.execute(t.db)
  const result = await resultFor(rows[0]!.id)
  expect(await result()).toEqual([
    expect.stringMatching(/^Failed: The credential that requested this has expired/),
  ])
  expect((await t.call('DELETE', `/v1/api-credentials/${publisher.clientId}`)).status).toBe(204)
  expect(await result()).toEqual([
    expect.stringMatching(/has been deleted: set automatic publishing up again to resume it$/),
  ])
})

test('what kept a branch from being published is not said any more when it is there again, without a new commit', async () => {
  const { projectId, copy, push } = await aPublishedBranch('away')
  const publish = aServer(async (_caller, _projectId, { versionname: versionName }) => {
    return { versionName } as never
  })
  const result = async () => {
    await publish(projectId)
    return (await rulesOf(projectId))[0]!.lastResult
  }
  expect(await result()).toMatch(/^Published main-/)
  await git(copy, ['push', '--quiet', hostedFolder(gitDir, projectId), ':main'])
  expect(await result()).toBe('Failed: Branch main does not exist')
  await push()
  expect(await result()).toBe('No new commit')
})

test('a branch whose name ends in that of the published one is never published in its place', async () => {
  const { projectId, copy, head } = await aPublishedBranch('shadowed')
  const own = await head()
  await commit(copy, { 'a.txt': 'other' }, 'Other')
  await git(copy, ['push', '--quiet', hostedFolder(gitDir, projectId), 'main:refs/heads/refs/heads/main'])
  const published: (string | undefined)[] = []
  await aServer(async (_caller, _projectId, { commithash, versionname: versionName }) => {
    published.push(commithash)
    return { versionName } as never
  })(projectId)
  expect(published).toEqual([own])
})
