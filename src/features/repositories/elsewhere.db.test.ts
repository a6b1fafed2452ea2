import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aWorkingCopy, commit, git, useFolder } from '../../../test/support/git.ts'
import { migrationsOf, startFarSides } from '../../../test/support/migrations.ts'
import { mirror } from '../../../test/support/mirror.ts'
import { waitFor } from '../../../test/support/platform.ts'
import { startPlainServer } from '../../../test/support/providers/git-server.ts'

const sides = await startFarSides()
const { gitlab, github, azure, plain } = sides
const folder = useFolder()
const keyFile = join(sides.gitDir, 'github-app.pem')
await mkdir(sides.gitDir, { recursive: true })
await writeFile(keyFile, github.app.privateKey, { mode: 0o600 })
const t = useApi({
  ...sides.env,
  HEADRACE_GITHUB_APP_ID: github.app.appId,
  HEADRACE_GITHUB_APP_KEY_FILE: keyFile,
})
const closed = useApi({ HEADRACE_GIT_DIR: sides.gitDir, HEADRACE_ALLOW_PRIVATE_ADDRESSES: 'false' })
const at = migrationsOf(t, sides)
let copy: string

beforeAll(async () => {
  copy = await aWorkingCopy(join(folder.path, 'copy'), { 'a.txt': 'hello' })
})

async function associate(projectId: string, body: object, token?: string) {
  const headers: Record<string, string> = token === undefined ? {} : { 'git-provider-access-token': token }
  return t.call<{ detail: string; violations: string[] }>('POST', at.path(projectId, 'repositories'), {
    body,
    headers,
  })
}

/** The file of the working copy, read through the API. */
const content = async (projectId: string) =>
  (await t.call('GET', at.path(projectId, 'repositories/files/content?path=a.txt'))).body

test('a GitLab token is rotated when it is given, and the repository is read with the new one', async () => {
  const source = await gitlab.project('team/pipelines')
  await mirror(copy, gitlab.folderOf(source))
  const token = gitlab.token()
  const body = { provider: 'gitlab' as const, providerParameters: { repositoryId: 'team/pipelines' } }
  const projectId = await at.aProjectOn(body, token)
  expect(gitlab.tokens.get(token)!.active).toBe(false)
  expect(await content(projectId)).toMatchObject({ content: 'hello' })
  const shown = await at.repository(projectId)
  expect(shown).toMatchObject({ repositoryName: 'pipelines' })
  expect(shown.tokenExpiresAt).toBeDefined()
  const { projectId: other } = await aProject(t)
  const again = await associate(other, body, token)
  expect([again.status, again.body.detail]).toEqual([409, expect.stringMatching(/create a new one/)])
})

test('a token that is exchanged while the project gets another repository is not given to that one', async () => {
  await gitlab.project('team/left')
  await plain.create('taken.git')
  const body = { provider: 'gitlab' as const, providerParameters: { repositoryId: 'team/left' } }
  const projectId = await at.aProjectOn(body, gitlab.token())
  gitlab.server.before = async (path) => {
    if (!path.endsWith('/rotate')) return
    expect((await t.call('DELETE', at.path(projectId, 'repositories'))).status).toBe(204)
    const other = { provider: 'git', providerParameters: { url: `${plain.origin}/taken.git` } }
    expect((await associate(projectId, other)).status).toBe(201)
  }
  const replaced = await t
    .call<{ detail: string }>('PUT', at.path(projectId, 'repositories/access-token'), {
      headers: { 'git-provider-access-token': gitlab.token() },
    })
    .finally(() => {
      gitlab.server.before = undefined
    })
  const { token } = await t.db
    .selectFrom('repository')
    .select('access_token_encrypted as token')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  expect({ status: replaced.status, token }).toEqual({ status: 409, token: null })
  expect(replaced.body.detail).toMatch(/has left this repository/)
})

test('a GitHub repository is read as the GitHub App where it is installed, and with a token elsewhere', async () => {
  const source = await github.repository('acme', 'pipelines')
  await mirror(copy, github.folderOf(source))
  const body = {
    provider: 'github' as const,
    repositoryName: 'pipelines',
    providerParameters: { ownerName: 'acme' },
  }
  const { projectId } = await aProject(t)
  const refused = await associate(projectId, body)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/App is not installed on acme\/pipelines/),
  ])
  source.installed = true
  expect((await associate(projectId, body)).status).toBe(201)
  expect(await content(projectId)).toMatchObject({ content: 'hello' })
  expect(await content(await at.aProjectOn(body, github.token()))).toMatchObject({ content: 'hello' })
  const dead = await associate((await aProject(t)).projectId, body, 'ghs_dead')
  expect([dead.status, dead.body.detail]).toEqual([409, expect.stringMatching(/refused the access token/)])
})

test('a token of the GitHub App that GitHub no longer takes is not kept', async () => {
  const source = await github.repository('acme', 'reinstalled')
  await mirror(copy, github.folderOf(source))
  source.installed = true
  const body = {
    provider: 'github',
    repositoryName: 'reinstalled',
    providerParameters: { ownerName: 'acme' },
  }
  const { projectId } = await aProject(t)
  expect((await associate(projectId, body)).status).toBe(201)
  github.revokeAll()
  expect((await associate((await aProject(t)).projectId, body)).status).toBe(201)
  for (const request of ['info/refs', 'git-receive-pack']) {
    github.server.before = async (path) => {
      if (!path.endsWith(request)) return
      github.server.before = undefined
      github.revokeAll()
    }
    const written = { branch: 'main', path: `${request}.txt`, content: 'x' }
    const { status, body } = await t.call('PUT', at.path(projectId, 'repositories/files'), { body: written })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(github.server.before).toBeUndefined()
  }
})

test('an Azure DevOps repository is read as the service principal', async () => {
  const source = await azure.repository('acme', 'pipelines')
  await mirror(copy, azure.folderOf(source))
  const providerParameters = { organization: 'acme', repositoryId: 'pipelines', tenantId: 'tenant-1' }
  const projectId = await at.aProjectOn({ provider: 'azure-devops', providerParameters })
  expect(await content(projectId)).toMatchObject({ content: 'hello' })
  source.permissions = 0
  await t.call('DELETE', at.path(projectId, 'repositories'))
  const refused = await associate(projectId, { provider: 'azure-devops', providerParameters })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/add the service principal/),
  ])
})

test('the page that opens a pull request is where the provider has the repository', async () => {
  await gitlab.project('team/requested')
  await github.repository('acme', 'requested')
  await azure.repository('acme', 'requested')
  const pageOf = async (projectId: string) => {
    const page = at.path(projectId, 'repositories/pull-request-page?source=fix/late&target=main')
    const { status, body } = await t.call<{ url?: string; detail?: string }>('GET', page)
    return status === 200 ? body.url : [status, body.detail]
  }
  const onGitlab = { provider: 'gitlab' as const, providerParameters: { repositoryId: 'team/requested' } }
  const projectId = await at.aProjectOn(onGitlab, gitlab.token())
  expect(await pageOf(projectId)).toBe(
    `${gitlab.server.origin}/team/requested/-/merge_requests/new?` +
      'merge_request%5Bsource_branch%5D=fix%2Flate&merge_request%5Btarget_branch%5D=main',
  )
  const onGithub = {
    provider: 'github' as const,
    repositoryName: 'requested',
    providerParameters: { ownerName: 'acme' },
  }
  expect(await pageOf(await at.aProjectOn(onGithub, github.token()))).toBe(
    `${github.server.origin}/acme/requested/compare/main...fix%2Flate?expand=1`,
  )
  const providerParameters = { organization: 'acme', repositoryId: 'requested', tenantId: 'tenant-1' }
  expect(await pageOf(await at.aProjectOn({ provider: 'azure-devops', providerParameters }))).toBe(
    `${azure.server.origin}/acme/Data/_git/requested/pullrequestcreate?sourceRef=fix%2Flate&targetRef=main`,
  )
  expect(await pageOf(await at.aProjectOn({ provider: 'hosted' }))).toBeUndefined()
  for (const token of gitlab.tokens.values()) token.active = false
  expect(await pageOf(projectId)).toEqual([409, expect.stringMatching(/GitLab refused the access token/)])
})

test('an answer of a provider that is small when packed and does not end is not read to its end', async () => {
  const MOST_MIB = 512
  let sent = 0
  function* zeros() {
    for (; sent < MOST_MIB; sent++) yield Buffer.alloc(1024 * 1024)
  }
  const bomb = createServer((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    pipeline(Readable.from(zeros()), createGzip(), response, () => undefined)
  })
  await new Promise<void>((resolve) => bomb.listen(0, '127.0.0.1', resolve))
  try {
    const baseUrl = `http://127.0.0.1:${(bomb.address() as AddressInfo).port}`
    const body = { provider: 'gitlab', providerParameters: { repositoryId: 'team/pipelines', baseUrl } }
    expect((await associate((await aProject(t)).projectId, body, 'token')).status).toBe(409)
    expect(sent).toBeLessThan(MOST_MIB)
  } finally {
    bomb.close()
  }
})

test('a plain server with a password is read with the token as the password', async () => {
  await using closed = await startPlainServer('s3cret')
  await mirror(copy, await closed.create('x.git'))
  const body = { provider: 'git', providerParameters: { url: `${closed.origin}/x.git`, username: 'ci' } }
  const { projectId } = await aProject(t)
  expect((await associate(projectId, body, 'wrong')).body.detail).toMatch(/rejected the credentials/)
  expect((await associate(projectId, body, 's3cret')).status).toBe(201)
  expect(await content(projectId)).toMatchObject({ content: 'hello' })
  expect(JSON.stringify(await at.repository(projectId))).not.toContain('s3cret')
})

test('private addresses are refused where the installation does not allow them', async () => {
  await mirror(copy, await plain.create('private.git'))
  const body = { provider: 'git', providerParameters: { url: `${plain.origin}/private.git` } }
  const { projectId } = await aProject(closed)
  const path = `/v1/projects/${projectId}/repositories`
  const refused = await closed.call('POST', path, { body })
  expect([refused.status, refused.body['detail']]).toEqual([
    409,
    expect.stringMatching(/is a private address/),
  ])
  expect(plain.requests.some((one) => one.includes('private.git'))).toBe(false)
  expect((await associate((await aProject(t)).projectId, body)).status).toBe(201)
})

test('an unreachable remote is a conflict with a reason, not an internal error', async () => {
  const gone = await startPlainServer()
  await mirror(copy, await gone.create('x.git'))
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${gone.origin}/x.git` },
  })
  await gone[Symbol.asyncDispose]()
  const answer = await t.call('GET', at.path(projectId, 'repositories/branches'))
  expect([answer.status, answer.body['detail']]).toEqual([409, expect.stringMatching(/cannot be reached/)])
})

test('a branch elsewhere is published automatically, once, when it has moved', async () => {
  const own = await aWorkingCopy(join(folder.path, 'polled'))
  const source = await plain.create('polled.git')
  await mirror(own, source)
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${plain.origin}/polled.git` },
  })
  const body = { environmentName: 'Development', branch: 'main' }
  expect((await t.call('POST', at.path(projectId, 'repositories/publications'), { body })).status).toBe(201)
  const versions = async () =>
    (await t.call<{ results: { commitHash: string }[] }>('GET', at.path(projectId, 'artifacts'))).body.results
  const first = (await git(own, ['rev-parse', 'HEAD'])).trim()
  expect(await waitFor('the first version', async () => (await versions())[0])).toMatchObject({
    commitHash: first,
  })
  const second = await commit(own, { 'more.txt': 'more' }, 'More')
  await mirror(own, source)
  // As if the time to look again had come.
  await waitFor('the second version', async () => {
    await sql`update repository_publication set checked_at = '-infinity'`.execute(t.db)
    return (await versions())[0]?.commitHash === second
  })
  expect(await versions()).toHaveLength(2)
  // The version is there before its rule says so.
  await waitFor('the rule to say so', async () => {
    const rules = await t.call<{ results: { branch: string; lastCommit: string }[] }>(
      'GET',
      at.path(projectId, 'repositories/publications'),
    )
    return rules.body.results.some(({ branch, lastCommit }) => branch === 'main' && lastCommit === second)
  })
  expect(await versions()).toHaveLength(2)
})

test('remotes that hang do not keep the branches of others from being published', async () => {
  const sockets = new Set<Socket>()
  const silent = createTcpServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  await once(silent, 'listening')
  const body = { environmentName: 'Development', branch: 'main' }
  const projects = [await at.aHostedProject(), await at.aHostedProject(), await at.aHostedProject(copy)]
  for (const projectId of projects)
    await t.call('POST', at.path(projectId, 'repositories/publications'), { body })
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/x.git`
  await sql`update repository set provider = 'git', provider_parameters = ${JSON.stringify({ url })}
             where project_id = any(${projects.slice(0, 2)})`.execute(t.db)
  await sql`update repository_publication set checked_at = '-infinity', last_commit = null`.execute(t.db)
  await waitFor('the remotes to hang', async () => sockets.size >= 2)
  await waitFor('the version', async () => {
    const { body } = await t.call<{ total: number }>('GET', at.path(projects[2]!, 'artifacts'))
    return body.total > 0
  })
})

test('a user who may no longer publish does not publish automatically either', async () => {
  const projectId = await at.aHostedProject(copy)
  const publisher = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  await t.call('PATCH', at.path(projectId, 'environments/Development'), {
    body: { defaultUserAccessLevel: 'runner' },
  })
  await sql`update project_role set role = 'CONTRIBUTOR' where project_id = ${projectId}`.execute(t.db)
  const body = { environmentName: 'Development', branch: 'absent' }
  const path = at.path(projectId, 'repositories/publications')
  expect((await t.call('POST', path, { body, token: publisher.token })).status).toBe(201)
  await sql`update project_role set role = 'READ_ONLY' where project_id = ${projectId}`.execute(t.db)
  await sql`update repository_publication set branch = 'main', checked_at = '-infinity'
             where project_id = ${projectId}`.execute(t.db)
  const result = await waitFor('the refusal', async () => {
    const { body } = await t.call<{ results: { lastResult?: string; branch: string }[] }>('GET', path)
    return body.results[0]?.lastResult?.includes('permission') ? body.results[0].lastResult : undefined
  })
  expect(result).toMatch(/artifacts:publish/)
  expect((await t.call('GET', at.path(projectId, 'artifacts'))).body).toMatchObject({ total: 0 })
})

test('a token is ignored where the provider takes none, and an empty one everywhere; a malformed one is refused where it is used', async () => {
  const gitLab = { provider: 'gitlab', providerParameters: { repositoryId: 'team/pipelines' } }
  const { projectId } = await aProject(t)
  for (const [token, fault] of [
    ['', 'is required for gitlab'],
    ['not a token', 'must have 1 to 4,000 visible ASCII characters'],
  ] as const)
    expect(await associate(projectId, gitLab, token)).toMatchObject({
      status: 400,
      body: { violations: [`headers/git-provider-access-token ${fault}`] },
    })
  expect((await associate(projectId, { provider: 'hosted' }, 'not a token')).status).toBe(201)
  const { projectId: other } = await aProject(t)
  expect((await associate(other, { provider: 'hosted' }, '')).status).toBe(201)
  const replacing = { headers: { 'git-provider-access-token': '' } }
  expect(await t.call('PUT', at.path(other, 'repositories/access-token'), replacing)).toMatchObject({
    status: 400,
    body: { violations: ['headers/git-provider-access-token is required'] },
  })
})

test('a GitLab server at a refused address is a conflict that says why', async () => {
  const { projectId } = await aProject(closed)
  for (const baseUrl of ['http://127.0.0.1:8929', 'http://169.254.169.254']) {
    const refused = await closed.call('POST', at.path(projectId, 'repositories'), {
      body: { provider: 'gitlab', providerParameters: { repositoryId: 'a/b', baseUrl } },
      headers: { 'git-provider-access-token': 'a-token' },
    })
    expect([refused.status, refused.body['detail']]).toEqual([
      409,
      expect.stringMatching(/cannot be reached: .+ (private address|must not reach)/),
    ])
  }
})
