import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aWorkingCopy, git, useFolder } from '../../../test/support/git.ts'
import { migrationsOf, startFarSides } from '../../../test/support/migrations.ts'
import { mirror } from '../../../test/support/mirror.ts'
import type { NewMigration } from './schema.ts'

const sides = await startFarSides()
const { gitlab, github, azure, plain } = sides
const t = useApi(sides.env)
const at = migrationsOf(t, sides)
const folder = useFolder()
let copy: string

beforeAll(async () => {
  copy = await aWorkingCopy(join(folder.path, 'copy'))
})

const toGitlab = (repositoryId: string): NewMigration => ({
  mode: 'MIRROR_PUSH',
  provider: 'gitlab',
  providerParameters: { repositoryId },
})
const toAzure = (repositoryId: string, tenantId = 'tenant-1'): NewMigration => ({
  mode: 'MIRROR_PUSH',
  provider: 'azure-devops',
  providerParameters: { organization: 'acme', repositoryId, tenantId },
})
const toPlain = (name: string): NewMigration => ({
  mode: 'MIRROR_PUSH',
  provider: 'git',
  providerParameters: { url: `${plain.origin}/${name}` },
})

const isAlive = (token: string | undefined) => gitlab.tokens.get(token ?? '')?.active

/** What a dry run says of one check, after making sure that it changed nothing and used up no token. */
async function checked(projectId: string, body: NewMigration, name: string, token?: string) {
  const before = await at.repository(projectId)
  const alive = isAlive(token)
  const answer = await at.dryRun(projectId, body, token)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(await at.repository(projectId)).toEqual(before)
  expect(isAlive(token)).toBe(alive)
  const found = answer.body.checks.find((check) => check.name === name)
  expect(answer.body.ready).toBe(!answer.body.checks.some(({ result }) => result === 'FAILED'))
  return found
}

/**
 * A dry run names the check that fails, and a start is refused with the same words before anything happened.
 */
async function refusedBy(projectId: string, body: NewMigration, name: string, words: RegExp, token?: string) {
  expect(await checked(projectId, body, name, token)).toMatchObject({
    result: 'FAILED',
    detail: expect.stringMatching(words) as string,
  })
  const alive = isAlive(token)
  const started = await at.start(projectId, body, token)
  expect(started.status).toBe(409)
  expect(started.body.detail).toMatch(words)
  expect(isAlive(token)).toBe(alive)
  const history = await t.call('GET', at.path(projectId, 'repository-migration'))
  expect(history.body).toMatchObject({ total: 0 })
}

test('a project without a repository has nothing to move', async () => {
  const { projectId } = await aProject(t)
  await gitlab.project('group/none')
  const body = toGitlab('group/none')
  const answer = await at.dryRun(projectId, body, gitlab.token())
  expect(answer.body.checks).toMatchObject([{ name: 'REPOSITORY_ASSOCIATED', result: 'FAILED' }])
  const started = await at.start(projectId, body, gitlab.token())
  expect(started.status).toBe(409)
  expect(started.body.detail).toMatch(/no repository/)
})

test('a dry run of a move to a hosted repository creates none', async () => {
  await mirror(copy, await plain.create('homesick.git'))
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/homesick.git` },
  })
  for (const mode of ['MIRROR_PUSH', 'RECONFIGURE'] as const) {
    const { body } = await at.dryRun(projectId, { mode, provider: 'hosted' })
    expect(body).toMatchObject({ ready: true })
    expect(body.checks).toContainEqual(expect.objectContaining({ name: 'TARGET_EXISTS', result: 'PASSED' }))
  }
  expect(existsSync(at.hostedFolder(projectId))).toBe(false)
})

test('a target that does not exist is named, at every provider', async () => {
  const projectId = await at.aHostedProject(copy)
  await refusedBy(
    projectId,
    toGitlab('group/missing'),
    'TARGET_EXISTS',
    /no project group\/missing/,
    gitlab.token(),
  )
  await refusedBy(projectId, toAzure('missing'), 'TARGET_EXISTS', /no repository missing/)
  await refusedBy(projectId, toPlain('missing.git'), 'TARGET_EXISTS', /no such repository/)
  const body = { repositoryName: 'missing', providerParameters: { ownerName: 'acme' } }
  const missing = { mode: 'MIRROR_PUSH' as const, provider: 'github' as const, ...body }
  await refusedBy(projectId, missing, 'TARGET_EXISTS', /no repository acme\/missing/, github.token())
})

test('a tenant without the application is named', async () => {
  const projectId = await at.aHostedProject(copy)
  await azure.repository('acme', 'elsewhere')
  await refusedBy(
    projectId,
    toAzure('elsewhere', 'tenant-2'),
    'TENANT_APPLICATION',
    /not installed in the tenant tenant-2.*AADSTS700016/,
  )
})

test('a service principal with Read and Contribute alone does not suffice', async () => {
  const projectId = await at.aHostedProject(copy)
  await azure.repository('acme', 'read-contribute', 2 | 4)
  await refusedBy(
    projectId,
    toAzure('read-contribute'),
    'FORCE_PUSH',
    /lacks the permission Force push.*Read and Contribute alone/,
  )
})

test('a source in a tenant needs Force push too', async () => {
  const source = await azure.repository('acme', 'source-read')
  await mirror(copy, azure.folderOf(source))
  const { providerParameters } = toAzure('source-read')
  const projectId = await at.aProjectOn({ provider: 'azure-devops', providerParameters: providerParameters! })
  source.permissions = 2
  await plain.create('azure-target.git')
  await refusedBy(projectId, toPlain('azure-target.git'), 'FORCE_PUSH', /Force push/)
})

test('a token-based target without a token is a fault of the request', async () => {
  const projectId = await at.aHostedProject(copy)
  await gitlab.project('group/tokenless')
  const body = toGitlab('group/tokenless')
  expect(await checked(projectId, body, 'ACCESS_TOKEN')).toMatchObject({ result: 'FAILED' })
  const started = await at.start(projectId, body)
  expect(started.status).toBe(400)
  expect(started.body).toMatchObject({
    violations: ['headers/git-provider-access-token is required for gitlab'],
  })
})

test('a service account below Maintainer is refused', async () => {
  const projectId = await at.aHostedProject(copy)
  await gitlab.project('group/developer', 30)
  await refusedBy(projectId, toGitlab('group/developer'), 'ROLE', /Maintainer or higher/, gitlab.token())
})

test('a protected branch without force push is named', async () => {
  const projectId = await at.aHostedProject(copy)
  const target = await gitlab.project('group/protected')
  await gitlab.protect(target, 'main', false)
  await gitlab.protect(target, 'open', true)
  await refusedBy(
    projectId,
    toGitlab('group/protected'),
    'FORCE_PUSH',
    /not allowed on main:/,
    gitlab.token(),
  )
})

test('rulesets and branch protection of GitHub that forbid force pushes are named', async () => {
  const projectId = await at.aHostedProject(copy)
  const target = await github.repository('acme', 'ruled')
  const body: NewMigration = {
    mode: 'MIRROR_PUSH',
    provider: 'github',
    repositoryName: 'ruled',
    providerParameters: { ownerName: 'acme' },
  }
  target.rulesets.push({
    id: 1,
    name: 'History',
    enforcement: 'active',
    rules: [{ type: 'non_fast_forward' }],
  })
  target.protections.set('main', { allow_force_pushes: { enabled: false } })
  await refusedBy(projectId, body, 'FORCE_PUSH', /ruleset History, the protection of main/, github.token())
  await refusedBy(projectId, body, 'ROLE', /may not push/, github.token(false))
})

test('F16: a dead token is refused with what to do, and one that was used before says when', async () => {
  const projectId = await at.aHostedProject(copy)
  await gitlab.project('group/once')
  const body = toGitlab('group/once')
  await refusedBy(
    projectId,
    body,
    'ACCESS_TOKEN',
    /create a new one for each attempt/,
    gitlab.token({ active: false }),
  )
  await refusedBy(
    projectId,
    body,
    'ACCESS_TOKEN',
    /scope api/,
    gitlab.token({ scopes: ['write_repository'] }),
  )
  const token = gitlab.token()
  expect(await at.migrate(projectId, body, token)).toMatchObject({ status: 'SUCCEEDED' })
  await gitlab.project('group/twice')
  expect(await checked(projectId, toGitlab('group/twice'), 'ACCESS_TOKEN', token)).toMatchObject({
    result: 'FAILED',
  })
  const again = await at.start(projectId, toGitlab('group/twice'), token)
  expect(again.status).toBe(409)
  expect(again.body.detail).toMatch(/used for a migration on \d{4}-.*each attempt, also after a failure/)
})

test('a source whose stored token has died must be given a new one first', async () => {
  const source = await gitlab.project('group/dying')
  await mirror(copy, gitlab.folderOf(source))
  const where = { provider: 'gitlab' as const, providerParameters: { repositoryId: 'group/dying' } }
  const projectId = await at.aProjectOn(where, gitlab.token())
  for (const token of gitlab.tokens.values()) token.active = false
  await plain.create('from-dying.git')
  await refusedBy(
    projectId,
    toPlain('from-dying.git'),
    'SOURCE_TOKEN',
    /access-token before the migration starts/,
  )
  const headers = { 'git-provider-access-token': gitlab.token() }
  expect((await t.call('PUT', at.path(projectId, 'repositories/access-token'), { headers })).status).toBe(204)
  expect(await at.migrate(projectId, toPlain('from-dying.git'))).toMatchObject({ status: 'SUCCEEDED' })
})

test('RECONFIGURE works although the source can no longer be read, which is not blamed on its token', async () => {
  const source = await github.repository('acme', 'left-behind')
  await mirror(copy, github.folderOf(source))
  const providerParameters = { ownerName: 'acme' }
  const where = { provider: 'github' as const, repositoryName: 'left-behind', providerParameters }
  const token = github.token()
  const projectId = await at.aProjectOn(where, token)
  await mirror(copy, await plain.create('new-home.git'))
  const body = { ...toPlain('new-home.git'), mode: 'RECONFIGURE' as const }
  github.moved.add('acme/left-behind')
  expect(await checked(projectId, body, 'SOURCE_READABLE')).toMatchObject({
    result: 'UNKNOWN',
    detail: expect.stringMatching(/has moved/) as string,
  })
  await refusedBy(projectId, toPlain('new-home.git'), 'SOURCE_READABLE', /has moved/)
  expect(await at.migrate(projectId, body)).toMatchObject({ status: 'SUCCEEDED' })
})

test('a target with history of its own is not overwritten', async () => {
  const projectId = await at.aHostedProject(copy)
  const target = await plain.create('foreign.git')
  await mirror(await aWorkingCopy(join(folder.path, 'foreign'), { 'other.txt': 'precious' }), target)
  const before = await git(target, ['show-ref'])
  await refusedBy(
    projectId,
    toPlain('foreign.git'),
    'TARGET_HISTORY',
    /history that the source lacks.*refs\/heads\/main/,
  )
  expect(await git(target, ['show-ref'])).toBe(before)
})

test('the repository a project has is no target', async () => {
  const source = await plain.create('same.git')
  await mirror(copy, source)
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/same.git` },
  })
  await refusedBy(projectId, toPlain('SAME.git/'), 'ANOTHER_REPOSITORY', /already/)
})

test('F17: dangerous addresses and parameters are faults of the request, all of them listed', async () => {
  const projectId = await at.aHostedProject(copy)
  const faults = async (body: unknown) => {
    const answer = await t.call<{ violations: string[] }>(
      'POST',
      at.path(projectId, 'repository-migration'),
      { body },
    )
    return answer.status === 400 ? answer.body.violations : []
  }
  const url = (value: string) => ({
    mode: 'MIRROR_PUSH',
    provider: 'git',
    providerParameters: { url: value },
  })
  for (const bad of [
    'ext::sh -c id',
    'ext::sh%20-c%20id',
    'file:///etc',
    '/etc',
    '../x',
    '--upload-pack=id',
    'https://user:secret@example.com/x.git',
    'https://token@example.com/x.git',
    'ssh://-oProxyCommand=id/x',
    'git://example.com/x',
    'http://example.com',
    'https://exa mple.com/x',
    'git@-oProxyCommand=id:x',
  ])
    expect(await faults(url(bad)), bad).toEqual([expect.stringContaining('body/providerParameters/url')])
  expect(
    await faults({ mode: 'X', provider: 'azure-devops', providerParameters: { organization: 'a' }, more: 1 }),
  ).toHaveLength(2)
  expect(
    await faults({
      mode: 'MIRROR_PUSH',
      provider: 'azure-devops',
      providerParameters: { organization: '../x', y: '1' },
    }),
  ).toHaveLength(4)
})

test('only administrators of the project migrate, and readers may look', async () => {
  const projectId = await at.aHostedProject(copy)
  const contributor = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const stranger = await t.credential()
  const path = at.path(projectId, 'repository-migration')
  const body = toPlain('whatever.git')
  expect((await t.call('POST', path, { body, token: contributor.token })).status).toBe(403)
  expect((await t.call('POST', path, { body, token: stranger.token })).status).toBe(404)
  expect((await t.call('GET', path, { token: contributor.token })).status).toBe(200)
  expect((await t.call('GET', `${path}/${projectId}`)).status).toBe(404)
  expect((await t.call('GET', `${path}/nonsense`)).status).toBe(400)
})
