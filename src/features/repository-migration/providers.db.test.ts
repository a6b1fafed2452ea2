import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aWorkingCopy, commit, git, refsOf, useFolder } from '../../../test/support/git.ts'
import { migrationsOf, startFarSides } from '../../../test/support/migrations.ts'
import { mirror } from '../../../test/support/mirror.ts'
import { aRichRepository, fill } from '../../../test/support/repositories.ts'

const sides = await startFarSides()
const { gitlab, github, azure, plain } = sides
const t = useApi(sides.env)
const at = migrationsOf(t, sides)
const folder = useFolder()
let rich: string

beforeAll(async () => {
  rich = await aRichRepository(join(folder.path, 'rich'))
  await git(rich, ['checkout', '--quiet', 'feature/one'])
})

test('F17: everything of a hosted repository arrives at GitLab, the default branch included', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await gitlab.project('group/sub/everything')
  const token = gitlab.token()
  const body = { provider: 'gitlab' as const, providerParameters: { repositoryId: String(target.id) } }
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', ...body }, token)
  expect(migration).toMatchObject({ status: 'SUCCEEDED', target: { provider: 'gitlab' } })
  expect(migration.detail).toMatch(/Moved \d+ refs, \d+ objects.*git lfs push --all/)
  expect(await refsOf(gitlab.folderOf(target))).toBe(await refsOf(rich))
  expect(target.default_branch).toBe('feature/one')
  expect(await at.repository(projectId)).toMatchObject({
    provider: 'gitlab',
    providerParameters: { repositoryId: String(target.id) },
    migrationInProgress: false,
  })
})

test('F16: the token that was given is dead at once, and the one that replaced it is used and kept encrypted', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await gitlab.project('group/token')
  const token = gitlab.token()
  await at.migrate(
    projectId,
    { mode: 'MIRROR_PUSH', provider: 'gitlab', providerParameters: { repositoryId: 'group/token' } },
    token,
  )
  expect(gitlab.tokens.get(token)).toMatchObject({ active: false })
  const alive = [...gitlab.tokens].filter(([, { active }]) => active).map(([text]) => text)
  const { rows } = await sql<{ all: string }>`
    select string_agg(r::text, ' ') || (select string_agg(m::text, ' ') from repository_migration m) as all
      from repository r`.execute(t.db)
  for (const text of [token, ...alive]) {
    expect(rows[0]!.all).not.toContain(text)
    expect(rows[0]!.all).not.toContain(Buffer.from(text).toString('hex')) // how bytes appear
  }
  // The stored token works: the repository can be read through it.
  const branches = await t.call('GET', at.path(projectId, 'repositories/branches'))
  expect(branches.body).toMatchObject({ total: 4 })
  expect(await refsOf(gitlab.folderOf(target))).toBe(await refsOf(rich))
})

test('a repository at GitHub moves to Azure DevOps, without the refs GitHub creates itself', async () => {
  const source = await github.repository('acme', 'pipelines')
  source.installed = true
  await mirror(rich, github.folderOf(source))
  await git(github.folderOf(source), ['update-ref', 'refs/pull/1/head', 'refs/heads/main'])
  const target = await azure.repository('acme', 'moved')
  const body = {
    provider: 'github' as const,
    repositoryName: 'pipelines',
    providerParameters: { ownerName: 'acme' },
  }
  const projectId = await at.aProjectOn(body, github.token())
  const providerParameters = { organization: 'acme', repositoryId: 'moved', tenantId: 'tenant-1' }
  const migration = await at.migrate(projectId, {
    mode: 'MIRROR_PUSH',
    provider: 'azure-devops',
    providerParameters,
  })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(migration.detail).toMatch(/1 refs? that providers create themselves were left out/)
  expect(await refsOf(azure.folderOf(target))).toBe(await refsOf(rich))
  expect(target.defaultBranch).toBe('refs/heads/feature/one')
})

test('a repository at GitLab moves to a plain Git server with the token that Headrace keeps', async () => {
  const source = await gitlab.project('group/leaving')
  await mirror(rich, gitlab.folderOf(source))
  const projectId = await at.aProjectOn(
    { provider: 'gitlab', providerParameters: { repositoryId: 'group/leaving' } },
    gitlab.token(),
  )
  const target = await plain.create('arrived.git')
  const migration = await at.migrate(projectId, {
    mode: 'MIRROR_PUSH',
    provider: 'git',
    providerParameters: { url: `${plain.origin}/arrived.git` },
  })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(migration.detail).toContain('change it to feature/one')
  expect(await refsOf(target)).toBe(await refsOf(rich))
})

test('a repository comes home to a hosted one and keeps its default branch', async () => {
  const source = await plain.create('coming-home.git')
  await mirror(rich, source)
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/coming-home.git` },
  })
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'hosted' })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(at.hostedFolder(projectId))).toBe(await refsOf(rich))
  expect(await git(at.hostedFolder(projectId), ['symbolic-ref', 'HEAD'])).toBe('refs/heads/feature/one\n')
})

test('a default branch keeps its name on the way home, whatever letters it has', async () => {
  const source = await plain.create('umlaut.git')
  await git(rich, ['push', '--quiet', source, 'main:refs/heads/größe'])
  await git(source, ['symbolic-ref', 'HEAD', 'refs/heads/größe'])
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/umlaut.git` },
  })
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'hosted' })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(await git(at.hostedFolder(projectId), ['symbolic-ref', 'HEAD'])).toBe('refs/heads/größe\n')
})

test('a default branch whose name is no UTF-8 comes home, and that it is not the default is said', async () => {
  const source = await plain.create('latin1.git')
  await mirror(rich, source)
  const name = 'refs/heads/gr\u{f6}\u{df}e'
  const oid = (await git(rich, ['rev-parse', 'main'])).trim()
  await writeFile(Buffer.from(join(source, name), 'latin1'), oid)
  await writeFile(join(source, 'HEAD'), `ref: ${name}\n`, 'latin1')
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/latin1.git` },
  })
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'hosted' })
  expect(migration).toMatchObject({
    status: 'SUCCEEDED',
    detail: expect.stringContaining('could not be set to gr\\xf6\\xdfe: its name is not UTF-8') as string,
  })
  expect(await refsOf(at.hostedFolder(projectId))).toBe(await refsOf(source))
})

test('F17: fifty thousand objects arrive whole', async () => {
  const many = await aWorkingCopy(join(folder.path, 'many'))
  await fill(many, 50_000)
  const source = await plain.create('many.git')
  await mirror(many, source)
  const target = await plain.create('many-target.git')
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/many.git` },
  })
  const providerParameters = { url: `${plain.origin}/many-target.git` }
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'git', providerParameters })
  expect(migration).toMatchObject({
    status: 'SUCCEEDED',
    detail: expect.stringMatching(/50,\d{3} objects/) as string,
  })
  expect(await refsOf(target)).toBe(await refsOf(many))
  await git(target, ['fsck', '--connectivity-only'])
})

test('F17: an empty repository can move', async () => {
  const projectId = await at.aHostedProject()
  const target = await plain.create('empty.git')
  const providerParameters = { url: `${plain.origin}/empty.git` }
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'git', providerParameters })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(target)).toBe('')
})

test('F17: a repository whose default branch has no commit yet can move', async () => {
  const projectId = await at.aHostedProject(rich)
  await git(at.hostedFolder(projectId), ['symbolic-ref', 'HEAD', 'refs/heads/unborn'])
  const target = await plain.create('unborn.git')
  const providerParameters = { url: `${plain.origin}/unborn.git` }
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'git', providerParameters })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(target)).toBe(await refsOf(rich))
})

test('F17: what an earlier attempt left at the target is brought up to date, stale refs included', async () => {
  const projectId = await at.aHostedProject(rich)
  const target = await plain.create('half.git')
  await mirror(rich, target)
  await git(target, ['update-ref', 'refs/heads/stale', 'refs/heads/main'])
  await git(target, ['update-ref', 'refs/heads/main', 'refs/heads/main~'])
  const providerParameters = { url: `${plain.origin}/half.git` }
  const migration = await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'git', providerParameters })
  expect(migration).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(target)).toBe(await refsOf(rich))
})

test('RECONFIGURE points at a target that has the published commits, and copies nothing', async () => {
  const copy = await aWorkingCopy(join(folder.path, 'published'))
  const projectId = await at.aHostedProject(copy)
  const body = { environmentName: 'Development', versionName: '1', ref: 'main' }
  expect((await t.call('POST', at.path(projectId, 'artifacts/from-git'), { body })).status).toBe(201)
  const target = await plain.create('ready.git')
  const move = {
    mode: 'RECONFIGURE' as const,
    provider: 'git' as const,
    providerParameters: { url: `${plain.origin}/ready.git` },
  }
  const early = await at.migrate(projectId, move)
  expect(early).toMatchObject({ status: 'FAILED' })
  expect(early.detail).toMatch(/lacks published commits.*still uses its old repository/)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'hosted' })
  await commit(copy, { 'more.txt': 'more' }, 'More')
  await mirror(copy, target)
  const before = await refsOf(target)
  expect(await at.migrate(projectId, move)).toMatchObject({ status: 'SUCCEEDED' })
  expect(await refsOf(target)).toBe(before)
  expect(await at.repository(projectId)).toMatchObject({ provider: 'git', repositoryName: 'ready' })
  // What the target has deleted since is still in its copy here.
  expect(await at.migrate(projectId, { mode: 'RECONFIGURE', provider: 'hosted' })).toMatchObject({
    status: 'SUCCEEDED',
  })
  await git(target, ['update-ref', '-d', 'refs/heads/main'])
  expect((await at.migrate(projectId, move)).detail).toMatch(/lacks published commits/)
})

test('the history of migrations and of the repository says what happened', async () => {
  const projectId = await at.aHostedProject(rich)
  await plain.create('history.git')
  const providerParameters = { url: `${plain.origin}/history.git` }
  await at.migrate(projectId, { mode: 'MIRROR_PUSH', provider: 'git', providerParameters })
  const history = await t.call('GET', at.path(projectId, 'repository-migration'))
  expect(history.body).toMatchObject({
    total: 1,
    results: [{ status: 'SUCCEEDED', source: { provider: 'hosted' }, target: { repositoryName: 'history' } }],
  })
  const events = await t.call<{ results: { action: string }[] }>(
    'GET',
    at.path(projectId, 'repositories/events'),
  )
  expect(events.body.results.map(({ action }) => action)).toEqual([
    'MIGRATION_SUCCEEDED',
    'MIGRATION_STARTED',
    'ASSOCIATED',
  ])
})
