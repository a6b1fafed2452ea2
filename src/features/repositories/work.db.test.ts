import { randomBytes } from 'node:crypto'
import { cp, mkdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { aWorkingCopy, commit, git, useFolder } from '../../../test/support/git.ts'
import { idleTransactions } from '../../../test/support/idle-transactions.ts'
import { startGitlab } from '../../../test/support/providers/gitlab.ts'
import { createBare, exists, fragmentsOf } from '../../git/bare.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { createProviders } from '../../git/providers/providers.ts'
import { encryptionWith } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import { tokenCell } from './access.ts'
import { copyFolder } from './copies.ts'
import { countOperations, findRepository, setToken } from './store.ts'
import { tidyFolders } from './tidy.ts'
import { rotateTokens } from './work.ts'

const gitlab = await startGitlab()
afterAll(() => gitlab[Symbol.asyncDispose]())
const t = useDatabase()
const folder = useFolder()
const encryption = encryptionWith(randomBytes(32))
const DAY_MS = 86_400_000

const providers = () =>
  createProviders({
    root: folder.path,
    policy: { allowPrivateAddresses: true },
    fetch,
    now: Date.now,
    githubApp: undefined,
    azureApplication: undefined,
    gitlabUrl: gitlab.server.origin,
    githubApiUrl: '',
    githubUrl: '',
    azureUrl: '',
    azureLoginUrl: '',
  })
const work = () => ({
  db: t.db,
  providers: providers(),
  encryption,
  log: silent,
  root: folder.path,
  clock: { now: () => new Date() },
  publishNew: undefined as never,
  index: undefined as never,
})

async function aProjectRow(): Promise<string> {
  const id = newId()
  await t.db
    .insertInto('project')
    .values({ id, name: id, warehouse: 'DUCKDB', agent_deployment_type: 'HYBRID' })
    .execute()
  return id
}

/** A project whose stored GitLab token expires after so many days. */
async function aGitlabRepository(days: number, token = gitlab.token()): Promise<string> {
  const projectId = await aProjectRow()
  await t.db
    .insertInto('repository')
    .values({
      project_id: projectId,
      provider: 'gitlab',
      repository_name: 'x',
      provider_parameters: JSON.stringify({ repositoryId: 'team/x' }),
      access_token_encrypted: encryption.encrypt(token, tokenCell(projectId)),
      token_expires_at: new Date(Date.now() + days * DAY_MS),
      created_by: 'test',
    })
    .execute()
  return projectId
}

const tokenOf = async (projectId: string) =>
  encryption.decrypt((await findRepository(t.db, projectId))!.tokenEncrypted!, tokenCell(projectId))

beforeAll(async () => {
  await gitlab.project('team/x')
})

test('a token is rotated before it expires, once however many servers look, and one with time left stays', async () => {
  const [soon, later] = [gitlab.token(), gitlab.token()]
  const [first, second] = [await aGitlabRepository(1, soon), await aGitlabRepository(30, later)]
  await Promise.all([1, 2, 3].map(() => rotateTokens(work())))
  expect(gitlab.tokens.get(soon)!.active).toBe(false)
  expect(gitlab.tokens.get(await tokenOf(first))!.active).toBe(true)
  expect(await tokenOf(second)).toBe(later)
  expect((await findRepository(t.db, first))!.tokenExpiresAt!.getTime()).toBeGreaterThan(
    Date.now() + 30 * DAY_MS,
  )
})

/** While the provider rotates a token, calls `meanwhile` with its answer still to come. */
async function rotateWhile(meanwhile: () => Promise<unknown>): Promise<void> {
  gitlab.server.before = async (path) => {
    if (path.endsWith('/rotate')) await meanwhile()
  }
  await rotateTokens(work()).finally(() => {
    gitlab.server.before = undefined
  })
}

test('while the provider is asked for a new token, nothing is locked, and a migration waits for the token', async () => {
  const projectId = await aGitlabRepository(1)
  let open: readonly string[] | undefined
  let operations: number | undefined
  await rotateWhile(async () => {
    open = await idleTransactions(t.db)
    operations = await countOperations(t.db, projectId)
  })
  expect({ open, operations }).toEqual({ open: [], operations: 1 })
  expect(await countOperations(t.db, projectId)).toBe(0)
  expect(gitlab.tokens.get(await tokenOf(projectId))!.active).toBe(true)
})

test('a token that somebody stores while the old one is rotated stays', async () => {
  const projectId = await aGitlabRepository(1)
  const given = gitlab.token()
  const encrypted = encryption.encrypt(given, tokenCell(projectId))
  const repository = (await findRepository(t.db, projectId))!
  await rotateWhile(() => setToken(t.db, repository, 'test', { encrypted, expiresAt: undefined }))
  expect(await tokenOf(projectId)).toBe(given)
})

test('a failed rotation is reported with the repository, and not retried endlessly', async () => {
  const dead = gitlab.token({ active: false })
  const projectId = await aGitlabRepository(1, dead)
  await rotateTokens(work())
  expect((await findRepository(t.db, projectId))!.tokenFault).toMatch(/create a new one/)
  const asked = () => gitlab.server.requests.filter((one) => one.endsWith('/rotate')).length
  const before = asked()
  await rotateTokens(work())
  expect(asked()).toBe(before)
})

test('the token of a repository that is migrating is left alone', async () => {
  const token = gitlab.token()
  const projectId = await aGitlabRepository(1, token)
  await sql`insert into repository_migration (id, project_id, mode, status, phase, source_provider, source_name,
      target_provider, target_name, target_parameters, started_by, lease_until)
    values (${newId()}, ${projectId}, 'MIRROR_PUSH', 'IN_PROGRESS', 'COPYING', 'gitlab', 'x', 'hosted', 'y', '{}', 'test',
      now())`.execute(t.db)
  await rotateTokens(work())
  expect(await tokenOf(projectId)).toBe(token)
})

test('folders that nothing needs are deleted in time, those in use never', async () => {
  const root = join(folder.path, 'tidy')
  const [kept, gone, deletedLately] = [await aProjectRow(), newId(), newId()]
  const elsewhere = await aGitlabRepository(30)
  const row = (await findRepository(t.db, elsewhere))!
  const place = (url: string) =>
    copyFolder(root, {
      projectId: elsewhere,
      provider: 'git',
      repositoryName: 'x',
      providerParameters: { url },
    })
  const old = new Date(Date.now() - 30 * DAY_MS)
  const folders = {
    kept: hostedFolder(root, kept),
    gone: hostedFolder(root, gone),
    lately: hostedFolder(root, deletedLately),
    used: copyFolder(root, row),
    left: place('https://example.com/left'),
    unfinished: `${copyFolder(root, row)}.${newId()}.new`,
    notOurs: join(root, 'hosted', 'something-else'),
  }
  for (const [name, path] of Object.entries(folders)) {
    await mkdir(path, { recursive: true })
    if (name === 'kept') await git(path, ['init', '--quiet', '--bare'])
    await utimes(path, old, old)
  }
  const mark = join(folders.gone, 'headrace-unused')
  await writeFile(mark, '')
  await utimes(mark, old, old)
  await tidyFolders({ db: t.db, root, log: silent, now: Date.now })
  const left = []
  for (const [name, path] of Object.entries(folders)) if (await exists(path)) left.push(name)
  expect(left).toEqual(['kept', 'lately', 'used', 'notOurs'])
})

test('the folder of a deleted project is kept for seven days from then on, however old it is', async () => {
  const root = join(folder.path, 'deleted')
  const path = hostedFolder(root, newId())
  await createBare(path)
  const old = new Date(Date.now() - 30 * DAY_MS)
  await utimes(path, old, old)
  const tidy = (daysLater: number) =>
    tidyFolders({ db: t.db, root, log: silent, now: () => Date.now() + daysLater * DAY_MS })
  for (const days of [0, 6]) {
    await tidy(days)
    expect(await exists(path)).toBe(true)
  }
  await tidy(8)
  expect(await exists(path)).toBe(false)
})

test('locks of a process that was killed do not reject pushes forever, those of a living one stay', async () => {
  const root = join(folder.path, 'locks')
  const hosted = hostedFolder(root, await aProjectRow())
  await createBare(hosted)
  const copy = await aWorkingCopy(join(folder.path, 'locked'))
  await git(copy, ['push', '--quiet', hosted, 'main', 'main:refs/heads/busy'])
  const [dead, alive] = ['main', 'busy'].map((name) => join(hosted, 'refs', 'heads', `${name}.lock`)) as [
    string,
    string,
  ]
  for (const path of [dead, alive]) await writeFile(path, '')
  const old = new Date(Date.now() - DAY_MS)
  await utimes(dead, old, old)
  await tidyFolders({ db: t.db, root, log: silent, now: Date.now })
  expect([await exists(dead), await exists(alive)]).toEqual([false, true])
  await commit(copy, { 'b.txt': 'b' }, 'More')
  await git(copy, ['push', '--quiet', hosted, 'main'])
})

test('a repository that many pushes have scattered is packed again, and so is a copy of one elsewhere', async () => {
  const root = join(folder.path, 'packs')
  const projectId = await aProjectRow()
  const hosted = hostedFolder(root, projectId)
  await createBare(hosted)
  const copy = await aWorkingCopy(join(folder.path, 'pushing'))
  for (let i = 0; i < 32; i++) {
    await commit(copy, { 'a.txt': String(i) }, `Commit ${i}`)
    await git(copy, ['push', '--quiet', hosted, 'main'])
  }
  const before = await git(hosted, ['rev-parse', 'main'])
  const mirrored = copyFolder(root, (await findRepository(t.db, await aGitlabRepository(30)))!)
  await cp(hosted, mirrored, { recursive: true })
  expect((await fragmentsOf(hosted)).packs).toBeGreaterThan(30)
  await tidyFolders({ db: t.db, root, log: silent, now: Date.now })
  expect((await fragmentsOf(hosted)).packs).toBe(1)
  expect((await fragmentsOf(mirrored)).packs).toBe(1)
  expect(await git(hosted, ['rev-parse', 'main'])).toBe(before)
  await git(hosted, ['fsck', '--full', '--strict'])
})
