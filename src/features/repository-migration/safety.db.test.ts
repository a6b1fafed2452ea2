import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aWorkingCopy, commit, git, refsOf, useFolder } from '../../../test/support/git.ts'
import { migrationsOf, startFarSides } from '../../../test/support/migrations.ts'
import { mirror } from '../../../test/support/mirror.ts'
import { waitFor } from '../../../test/support/platform.ts'
import { installHook } from '../../../test/support/providers/git-server.ts'
import { aRichRepository, fill, refusePushes } from '../../../test/support/repositories.ts'
import type { ProjectId } from '../../lib/ids.ts'
import { beginOperation } from '../repositories/store.ts'
import type { NewMigration } from './schema.ts'

const sides = await startFarSides()
const { github, gitlab, plain } = sides
const t = useApi(sides.env)
const at = migrationsOf(t, sides)
const folder = useFolder()
let rich: string

beforeAll(async () => {
  rich = await aRichRepository(join(folder.path, 'rich'))
})
beforeEach(() => {
  plain.hangOn = undefined
  plain.before = undefined
  plain.env = {}
})

const toPlain = (name: string): NewMigration => ({
  mode: 'MIRROR_PUSH',
  provider: 'git',
  providerParameters: { url: `${plain.origin}/${name}` },
})

/** Git's arguments for logging in with an access token. */
const as = (token: string) => ({
  GIT_CONFIG_COUNT: '1',
  GIT_CONFIG_KEY_0: 'http.extraHeader',
  GIT_CONFIG_VALUE_0: `Authorization: Bearer ${token}`,
})

/** A promise and what resolves it, for a remote that waits. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}

test('F17: of many migrations that start at once, one runs', async () => {
  const projectId = await at.aHostedProject(rich)
  const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `race-${name}.git`)
  for (const name of names) await plain.create(name)
  const answers = await Promise.all(names.map((name) => at.start(projectId, toPlain(name))))
  expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409])
  const refused = answers.filter(({ status }) => status === 409)
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  const started = answers.find(({ status }) => status === 202)!
  expect(started.headers.get('location')).toBe(
    `/api${at.path(projectId, 'repository-migration')}/${started.body.migrationId}`,
  )
  const ended = await at.ended(projectId, started.body.migrationId)
  expect(ended.status).toBe('SUCCEEDED')
  const { detail: _, finishedAt: __, ...steady } = ended
  expect(started.body).toEqual({ ...steady, status: 'IN_PROGRESS' })
  expect((await at.start(projectId, toPlain('race-x.git'))).status).toBe(409) // now: no such target
})

test('while a migration runs, every Git operation of the project answers 409 with Retry-After', async () => {
  const projectId = await at.aHostedProject(rich)
  const other = await at.aHostedProject(rich)
  await plain.create('slow.git')
  const { opened, open } = gate()
  plain.before = async (path) => {
    if (path.endsWith('slow.git/git-receive-pack')) await opened
  }
  const { body } = await at.start(projectId, toPlain('slow.git'))
  const detail = await waitFor('the push', async () => {
    const migration = await at.status(projectId, body.migrationId)
    return migration.detail?.startsWith('Pushing') ? migration.detail : undefined
  })
  expect(detail).toMatch(/^Pushing \d+ refs, \d+ objects, [\d.]+ KiB to git slow$/)
  const repositories = at.path(projectId, 'repositories')
  const publish = { environmentName: 'Development', versionName: '1', ref: 'main' }
  const operations = [
    t.call('GET', `${repositories}/branches`),
    t.call('GET', `${repositories}/commits`),
    t.call('GET', `${repositories}/files`),
    t.call('GET', `${repositories}/files/content?path=README.md`),
    t.call('DELETE', repositories),
    t.call('POST', repositories, { body: { provider: 'hosted' } }),
    t.call('PUT', `${repositories}/access-token`, { headers: { 'git-provider-access-token': 'x' } }),
    t.call('POST', at.path(projectId, 'artifacts/from-git'), { body: publish }),
    at.start(projectId, toPlain('slow.git')),
    at.dryRun(projectId, toPlain('slow.git')),
  ]
  for (const { status, headers } of await Promise.all(operations)) {
    expect(status).toBe(409)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  }
  const token = await t.adminToken()
  const cloneUrl = `${t.origin}/git/${projectId}.git`
  await expect(git(folder.path, ['clone', cloneUrl, 'blocked'], as(token))).rejects.toThrow(
    /409|migration of this repository/,
  )
  await expect(git(rich, ['push', cloneUrl, 'main:refs/heads/new'], as(token))).rejects.toThrow(
    /409|in progress/,
  )
  const refused = await fetch(`${cloneUrl}/info/refs?service=git-upload-pack`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([409, true])
  expect((await t.call('GET', `${at.path(other, 'repositories')}/branches`)).status).toBe(200)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted', migrationInProgress: true })
  open()
  expect(await at.ended(projectId, body.migrationId)).toMatchObject({ status: 'SUCCEEDED' })
  expect((await t.call('GET', `${repositories}/branches`)).status).toBe(200)
})

test('a push that began before the migration is waited for, and what it brings arrives', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await plain.create('after-push.git')
  const operation = await anOperation(projectId)
  const { body } = await at.start(projectId, toPlain('after-push.git'))
  await waitFor('the migration to wait', async () =>
    (await at.status(projectId, body.migrationId)).detail?.startsWith('Waiting for Git operations'),
  )
  // Another one that began later comes and goes meanwhile.
  await plain.create('overtaking.git')
  const other = await at.aHostedProject(rich)
  expect(await at.migrate(other, toPlain('overtaking.git'))).toMatchObject({ status: 'SUCCEEDED' })
  expect((await at.status(projectId, body.migrationId)).detail).toMatch(/^Waiting for Git operations/)
  await git(at.hostedFolder(projectId), ['update-ref', 'refs/heads/late', 'refs/heads/main'])
  await t.db.deleteFrom('repository_operation').where('id', '=', operation).execute()
  expect(await at.ended(projectId, body.migrationId)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(target)).toContain('refs/heads/late')
})

/** An operation in flight in another server process. */
async function anOperation(projectId: string): Promise<string> {
  const begun = await beginOperation(t.db, projectId as ProjectId, 'push')
  if (typeof begun === 'string') expect.fail(begun)
  return begun.id
}

test('an operation of a process that is gone holds a migration up no longer than its lease', async () => {
  const projectId = await at.aHostedProject(rich)
  await plain.create('lease.git')
  const operation = await anOperation(projectId)
  await t.db
    .updateTable('repository_operation')
    .set({ lease_until: new Date(0) })
    .where('id', '=', operation)
    .execute()
  expect(await at.migrate(projectId, toPlain('lease.git'))).toMatchObject({ status: 'SUCCEEDED' })
})

test('F17: a target that refuses the push is quoted, and the project stays where it is', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await plain.create('refusing.git')
  await refusePushes(target, 'Pushes are closed until Monday')
  const migration = await at.migrate(projectId, toPlain('refusing.git'))
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(
    /A rule of the remote rejected the push.*hook declined.*still uses its old repository/,
  )
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted', migrationInProgress: false })
  expect(await refsOf(at.hostedFolder(projectId))).toBe(await refsOf(rich))
  expect((await t.call('GET', at.path(projectId, 'repositories/branches'))).status).toBe(200)
})

test('F17: a branch that is protected only when the push comes is explained', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await gitlab.project('group/late-protection')
  await mirror(rich, gitlab.folderOf(target))
  const orphan = (await git(rich, ['commit-tree', 'main^{tree}', '-m', 'x'])).trim()
  await git(at.hostedFolder(projectId), ['fetch', '--quiet', rich, orphan], {})
  await git(at.hostedFolder(projectId), ['update-ref', 'refs/heads/main', orphan])
  await git(at.hostedFolder(projectId), ['update-ref', 'refs/heads/kept', 'refs/heads/feature/one'])
  await gitlab.protect(target, 'main', false)
  target.protectedBranches.length = 0 // hidden from the question before, as rules of a parent group are
  const migration = await at.migrate(
    projectId,
    {
      mode: 'MIRROR_PUSH',
      provider: 'gitlab',
      providerParameters: { repositoryId: 'group/late-protection' },
    },
    gitlab.token(),
  )
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(/does not allow force pushes/)
})

test('a target that fills its disk is a failure with a reason', async () => {
  const projectId = await at.aHostedProject(rich)
  await fill(at.hostedFolder(projectId), 3_000)
  await plain.create('full.git', { 'receive.unpackLimit': '1' })
  const bin = join(folder.path, 'bin')
  await mkdir(bin, { recursive: true })
  const path = process.env['PATH']!
  await writeFile(join(bin, 'git'), `#!/bin/sh\ntrap '' XFSZ\nulimit -f 16\nPATH="${path}" exec git "$@"\n`, {
    mode: 0o755,
  })
  plain.before = async (asked) => {
    plain.env = asked.endsWith('full.git/git-receive-pack') ? { PATH: `${bin}:${path}` } : {}
  }
  const migration = await at.migrate(projectId, toPlain('full.git'))
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(/too large|no space|File too large/i)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted', migrationInProgress: false })
})

test('commits that reach the source while it is copied arrive too', async () => {
  const copy = await aWorkingCopy(join(folder.path, 'moving'))
  const source = await plain.create('moving-source.git')
  await mirror(copy, source)
  const target = await plain.create('moving-target.git')
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/moving-source.git` },
  })
  let pushed = false
  plain.before = async (path) => {
    if (pushed || !path.endsWith('moving-target.git/git-receive-pack')) return
    pushed = true
    await commit(copy, { 'late.txt': 'late' }, 'Late')
    await mirror(copy, source)
  }
  expect(await at.migrate(projectId, toPlain('moving-target.git'))).toMatchObject({ status: 'SUCCEEDED' })
  expect(pushed).toBe(true)
  expect(await refsOf(target)).toBe(await refsOf(copy))
})

test('foreign history that only shows when the source is here is not overwritten either', async () => {
  await mirror(rich, await plain.create('far-source.git'))
  const target = await plain.create('far-foreign.git')
  await mirror(await aWorkingCopy(join(folder.path, 'foreign'), { 'other.txt': 'precious' }), target)
  const before = await refsOf(target)
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/far-source.git` },
  })
  const foretold = (await at.dryRun(projectId, toPlain('far-foreign.git'))).body
  expect(foretold.checks.at(-1)).toMatchObject({ name: 'TARGET_HISTORY', result: 'UNKNOWN' })
  const migration = await at.migrate(projectId, toPlain('far-foreign.git'))
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(/history that the source lacks \(refs\/heads\/main\)/)
  expect(await refsOf(target)).toBe(before)
})

test('a branch that the source has deleted is not deleted at the target, though its commits are still here', async () => {
  const copy = await aWorkingCopy(join(folder.path, 'squashed'))
  await git(copy, ['switch', '--quiet', '--create', 'feature-x'])
  await commit(copy, { 'x.txt': 'precious' }, 'Feature')
  await git(copy, ['switch', '--quiet', 'main'])
  const far = await plain.create('squashed-source.git')
  const hosted = await at.aHostedProject(copy)
  await mirror(copy, far)
  const elsewhere = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/squashed-source.git` },
  })
  const target = await plain.create('squashed-target.git')
  await mirror(copy, target)
  const before = await refsOf(target)
  for (const [projectId, source] of [
    [hosted, at.hostedFolder(hosted)],
    [elsewhere, far],
  ] as const) {
    expect((await t.call('GET', at.path(projectId, 'repositories/files?ref=feature-x'))).status).toBe(200)
    await git(source, ['update-ref', '-d', 'refs/heads/feature-x'])
  }
  const foretold = (await at.dryRun(hosted, toPlain('squashed-target.git'))).body
  expect(foretold.checks.at(-1)).toMatchObject({ name: 'TARGET_HISTORY', result: 'FAILED' })
  const migration = await at.migrate(elsewhere, toPlain('squashed-target.git'))
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(/history that the source lacks \(refs\/heads\/feature-x\)/)
  expect(await refsOf(target)).toBe(before)
})

test('commits that only a pull request of the source has are not enough: it does not move', async () => {
  const copy = await aWorkingCopy(join(folder.path, 'pulled'))
  const repository = await github.repository('team', 'pulled')
  repository.installed = true
  const source = github.folderOf(repository)
  await mirror(copy, source)
  const merged = await commit(copy, { 'x.txt': 'precious' }, 'Feature')
  await git(source, ['fetch', '--quiet', copy, '+main:refs/pull/1/head'])
  const target = await plain.create('pulled-target.git')
  await mirror(source, target)
  await git(target, ['update-ref', 'refs/heads/feature-x', merged])
  const projectId = await at.aProjectOn(
    { provider: 'github', repositoryName: 'pulled', providerParameters: { ownerName: 'team' } },
    github.token(),
  )
  const migration = await at.migrate(projectId, toPlain('pulled-target.git'))
  expect(migration.detail).toMatch(/history that the source lacks \(refs\/heads\/feature-x\)/)
  await git(target, ['update-ref', '-d', 'refs/heads/feature-x'])
  expect(await at.migrate(projectId, toPlain('pulled-target.git'))).toMatchObject({ status: 'SUCCEEDED' })
})

test('a target that silently drops a ref is found out before the project is pointed at it', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await plain.create('forgetful.git')
  await installHook(target, 'post-receive', 'git update-ref -d refs/notes/commits')
  const migration = await at.migrate(projectId, toPlain('forgetful.git'))
  expect(migration.status).toBe('FAILED')
  expect(migration.detail).toMatch(/target differs: refs\/notes\/commits is missing/)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted' })
})

test('a rotation that the provider refuses ends the migration before it has begun', async () => {
  const projectId = await at.aHostedProject(rich)
  await gitlab.project('group/no-rotation')
  const token = gitlab.token()
  // The token dies between the checks and its use: someone else rotated it.
  const { requests } = gitlab.server
  requests.push = (...lines) => {
    if (lines.some((line) => line.includes('/self/rotate'))) gitlab.tokens.get(token)!.active = false
    return Array.prototype.push.apply(requests, lines)
  }
  const started = await at.start(
    projectId,
    { mode: 'MIRROR_PUSH', provider: 'gitlab', providerParameters: { repositoryId: 'group/no-rotation' } },
    token,
  )
  requests.push = Array.prototype.push
  expect(started.status).toBe(409)
  expect(started.body.detail).toMatch(/create a new one for each attempt/)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted', migrationInProgress: false })
})

test('what a project left in Headrace keeps it from moving home, until it is associated and cleared', async () => {
  const projectId = await at.aHostedProject(rich)
  const there = await plain.create('left-home.git')
  expect(await at.migrate(projectId, toPlain('left-home.git'))).toMatchObject({ status: 'SUCCEEDED' })
  const local = await aWorkingCopy(join(folder.path, 'left-home'))
  await git(local, ['push', '--quiet', '--mirror', there])
  const home = { mode: 'MIRROR_PUSH', provider: 'hosted' } as const
  expect((await at.migrate(projectId, home)).detail).toMatch(/history that the source lacks/)

  const associate = async (body: object) => {
    expect((await t.call('DELETE', at.path(projectId, 'repositories'))).status).toBe(204)
    expect((await t.call('POST', at.path(projectId, 'repositories'), { body })).status).toBe(201)
  }
  await associate({ provider: 'hosted' })
  expect(await refsOf(at.hostedFolder(projectId))).toBe(await refsOf(rich))
  await git(local, ['push', '--quiet', '--mirror', at.hostedFolder(projectId)])
  await associate({ provider: 'git', providerParameters: { url: `${plain.origin}/left-home.git` } })
  expect(await at.migrate(projectId, home)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(at.hostedFolder(projectId))).toBe(await refsOf(local))
})
