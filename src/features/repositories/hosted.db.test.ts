import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { aWorkingCopy, commit, git, refsOf, useFolder, withToken } from '../../../test/support/git.ts'
import { waitFor } from '../../../test/support/platform.ts'
import { gitWithInput } from '../../../test/support/repositories.ts'
import { aPerson, aPersonalToken } from '../../../test/support/users.ts'
import { newId } from '../../lib/ids.ts'

const folder = useFolder()
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

const pipeline = `type: orchestration
pipeline:
  components:
    Start:
      type: start
      transitions:
        unconditional:
          - End
    End:
      type: end-success
`

async function aHostedProject() {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const made = await t.call<{ cloneUrl: string }>('POST', path, {
    body: { provider: 'hosted' },
    headers: { 'Git-Provider-Access-Token': 'of-no-use-here' },
  })
  expect(made.status).toBe(201)
  return { projectId, path, cloneUrl: made.body.cloneUrl }
}

test('what is pushed to a hosted repository is what others clone', async () => {
  const { cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'one'))
  await git(copy, ['tag', '--annotate', '--message', 'a tag', 'v1'])
  await git(copy, ['push', '--quiet', cloneUrl, 'main', 'v1'], env)
  await git(folder.path, ['clone', '--quiet', '--mirror', cloneUrl, 'other.git'], env)
  expect(await refsOf(join(folder.path, 'other.git'))).toBe(await refsOf(copy))
})

test('client id and secret open it; wrong ones and none do not', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const projectRoles = [{ projectId, role: 'READ_ONLY' as const }]
  const { clientId, clientSecret } = await t.credential({ projectRoles })
  const login = (secret: string) => cloneUrl.replace('//', `//${clientId}:${secret}@`)
  expect(await git(folder.path, ['ls-remote', login(clientSecret)])).toBe('')
  await expect(git(folder.path, ['ls-remote', login('wrong')])).rejects.toThrow(/Authentication failed/)
  await expect(git(folder.path, ['ls-remote', cloneUrl])).rejects.toThrow(/could not read Username/)
})

test('reading needs a role in the project, pushing needs the role of a contributor', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'roles'))
  const reader = await t.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  const writer = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  const stranger = await t.credential()
  await expect(git(copy, ['push', cloneUrl, 'main'], withToken(reader.token))).rejects.toThrow(
    /403|repository:push/,
  )
  await expect(git(copy, ['ls-remote', cloneUrl], withToken(stranger.token))).rejects.toThrow(/not found|404/)
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], withToken(writer.token))
  expect(await git(copy, ['ls-remote', cloneUrl], withToken(reader.token))).toContain('refs/heads/main')
})

test('a person uses a personal access token as the password, within its scopes', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'person'))
  const person = await aPerson(t)
  await t.db
    .insertInto('project_role')
    .values({ project_id: projectId, principal_id: person.id, role: 'CONTRIBUTOR' })
    .execute()
  const reading = withToken(await aPersonalToken(t, person.id, ['read']))
  expect(await git(copy, ['ls-remote', cloneUrl], reading)).toBe('')
  await expect(git(copy, ['push', cloneUrl, 'main'], reading)).rejects.toThrow(/403|scope write/)
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], withToken(person.token))
  expect(await git(copy, ['ls-remote', cloneUrl], reading)).toContain('refs/heads/main')
})

test('a push with broken pipelines is taken, and the pusher sees the violations', async () => {
  const { cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'broken'), { 'good.orch.yaml': pipeline })
  expect(await git(copy, ['push', cloneUrl, 'main'], env)).not.toContain('Headrace')
  await commit(copy, { 'bad.orch.yaml': 'pipeline: [' }, 'Break it')
  const said = await git(copy, ['push', cloneUrl, 'main'], env)
  expect(said).toMatch(/remote: Headrace: main was accepted, but its pipelines have errors:/)
  expect(said).toMatch(/remote: {3}bad\.orch\.yaml:1: /)
  expect(await git(copy, ['ls-remote', cloneUrl, 'main'], env)).toContain(
    (await git(copy, ['rev-parse', 'HEAD'])).trim(),
  )
})

test('a first push of another branch than main becomes the default branch', async () => {
  const { cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'trunk'))
  await git(copy, ['push', '--quiet', cloneUrl, 'main:trunk'], env)
  expect(await git(copy, ['ls-remote', '--symref', cloneUrl, 'HEAD'], env)).toContain('ref: refs/heads/trunk')
})

test('a push that would smuggle a .git folder into clones is rejected', async () => {
  const { cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'evil'))
  const blob = (await git(copy, ['hash-object', '-w', 'README.md'])).trim()
  const inner = await mktree(copy, `100644 blob ${blob}\thooks\n`)
  const tree = await mktree(copy, `040000 tree ${inner}\t.git\n`)
  const evil = (await git(copy, ['commit-tree', tree, '-m', 'evil'])).trim()
  await expect(git(copy, ['push', cloneUrl, `${evil}:refs/heads/main`], env)).rejects.toThrow(
    /hasDotgit|fsck/,
  )
})

const mktree = async (cwd: string, lines: string): Promise<string> =>
  (await gitWithInput(cwd, ['mktree'], Buffer.from(lines))).trim()

test('history with the slips of programs of long ago is taken', async () => {
  const { cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'old'))
  const tree = (await git(copy, ['rev-parse', 'HEAD^{tree}'])).trim()
  const person = 'Ada<ada> 1000000000 +051800'
  const text = `tree ${tree}\nauthor ${person}\ncommitter ${person}\n\nOld\n`
  const old = (
    await gitWithInput(
      copy,
      ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'],
      Buffer.from(text),
    )
  ).trim()
  await git(copy, ['push', '--quiet', cloneUrl, `${old}:refs/heads/main`], env)
  expect(await git(copy, ['ls-remote', cloneUrl], env)).toContain(old)
})

test('only the smart protocol of known repositories is served', async () => {
  const { cloneUrl } = await aHostedProject()
  const authorization = `Bearer ${await t.adminToken()}`
  const status = async (path: string) => (await fetch(path, { headers: { authorization } })).status
  expect(await status(`${cloneUrl}/info/refs?service=git-upload-pack`)).toBe(200)
  expect(await status(`${cloneUrl}/info/refs`)).toBe(403)
  expect(await status(`${cloneUrl}/config`)).toBe(404)
  expect(await status(`${cloneUrl}/objects/info/packs`)).toBe(404)
  expect(await status(`${t.origin}/git/..%2f..%2fetc.git/info/refs?service=git-upload-pack`)).toBe(404)
  expect(await status(`${t.origin}/git/${newId()}.git/info/refs?service=git-upload-pack`)).toBe(404)
})

test('a project has one repository, which is removed without touching what is in it', async () => {
  const { path, cloneUrl } = await aHostedProject()
  expect((await t.call('POST', path, { body: { provider: 'hosted' } })).status).toBe(409)
  const copy = await aWorkingCopy(join(folder.path, 'again'))
  const env = withToken(await t.adminToken())
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env)
  expect((await t.call('DELETE', path)).status).toBe(204)
  expect((await t.call('GET', path)).status).toBe(404)
  await expect(git(copy, ['ls-remote', cloneUrl], env)).rejects.toThrow()
  expect((await t.call('POST', path, { body: { provider: 'hosted' } })).status).toBe(201)
  expect(await git(copy, ['ls-remote', cloneUrl], env)).toContain('refs/heads/main')
  const events = await t.call<{ results: { action: string }[] }>('GET', `${path}/events`)
  expect(events.body.results.map(({ action }) => action)).toEqual([
    'ASSOCIATED',
    'REMOVED',
    'PUSHED',
    'ASSOCIATED',
  ])
})

test('a version is published from a branch, pipelines of hidden folders too, without other hidden files and what is no text', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'publish'), {
    'a.orch.yaml': pipeline,
    '.hidden/x': 'x',
    '.hidden/b.orch.yaml': pipeline,
    'picture.bin': 'a\u0000b',
  })
  const head = (await git(copy, ['rev-parse', 'HEAD'])).trim()
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], withToken(await t.adminToken()))
  const from = (ref: string, versionName: string) =>
    t.call('POST', `/v1/projects/${projectId}/artifacts/from-git`, {
      body: { environmentName: 'Development', versionName, ref },
    })
  const published = await from('main', '1')
  expect(published.status).toBe(201)
  expect(published.body).toMatchObject({ fileCount: 2, pipelineCount: 2, commitHash: head, branch: 'main' })
  expect((await from(head.slice(0, 12), '2')).body).toMatchObject({ commitHash: head })
  expect((await from('nowhere', '3')).status).toBe(404)
  for (const ref of ['--upload-pack=x', 'main..x', 'main:a.orch.yaml', 'main^{tree}', 'a b'])
    expect((await from(ref, '4')).status).toBe(400)
})

test('the full id of a commit means that commit, whatever branches and tags were pushed', async () => {
  const { projectId, path, cloneUrl } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'ids'), { 'good.orch.yaml': pipeline })
  const good = (await git(copy, ['rev-parse', 'HEAD'])).trim()
  await commit(copy, { 'other.orch.yaml': pipeline }, 'Other')
  const refs = [`HEAD:refs/heads/${good}`, `HEAD:refs/tags/${good.toUpperCase()}`]
  await git(copy, ['push', '--quiet', cloneUrl, 'main', ...refs], env)
  const published = await t.call<{ fileCount: number }>(
    'POST',
    `/v1/projects/${projectId}/artifacts/from-git`,
    {
      body: { environmentName: 'Development', versionName: 'reviewed', ref: good },
    },
  )
  expect(published.body).toMatchObject({ commitHash: good, fileCount: 1 })
  for (const ref of [good, good.toUpperCase()])
    expect((await t.call('GET', `${path}/files?ref=${ref}`)).body).toMatchObject({ total: 1 })
})

test('a picture of any size and odd file names are left out of a version by name, and refuse nothing', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const copy = await aWorkingCopy(join(folder.path, 'odd'), {
    'a.orch.yaml': pipeline,
    'late.bin': `${'ä'.repeat(3 * 1024 * 1024)}\u0000`,
    'photo.png': '\u0000'.repeat(5 * 1024 * 1024),
    'Icon\r': 'x',
    'load.py': 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 12345\n',
    'back\\slash.txt': 'x',
  })
  for (const byte of [0xe4, 0xf6])
    await writeFile(Buffer.concat([Buffer.from(`${copy}/`), Buffer.from([byte])]), 'x')
  await commit(copy, {}, 'Names of Latin-1')
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env)
  const publish = (versionName: string) =>
    t.call('POST', `/v1/projects/${projectId}/artifacts/from-git`, {
      body: { environmentName: 'Development', versionName, ref: 'main' },
    })
  const { status, body } = await publish('1')
  expect(status).toBe(201)
  expect(body['fileCount']).toBe(2)
  expect(body['ignoredResources']).toEqual([
    { name: 'Icon\r', reason: 'its path must not contain control characters' },
    { name: 'back\\slash.txt', reason: 'its path must be relative, with / between folders' },
    { name: 'late.bin', reason: 'is not UTF-8 text' },
    { name: 'load.py', reason: 'is a pointer of Git LFS, which keeps the content elsewhere' },
    { name: 'photo.png', reason: 'is not UTF-8 text' },
    { name: '\ufffd', reason: 'its path occurs twice' },
  ])
  await commit(copy, { 'large.sql': 'ä'.repeat(3 * 1024 * 1024) }, 'Large text')
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env)
  expect((await publish('2')).status).toBe(413)
})

test('of gigabytes of pictures only a part is read, which refuses nothing and takes no text out of a version', async () => {
  const { cloneUrl, projectId } = await aHostedProject()
  const env = withToken(await t.adminToken())
  const [all, small] = [
    Array.from({ length: 24 }, (_, i) => `img/${String(i).padStart(2, '0')}.png`),
    Array.from({ length: 1_000 }, (_, i) => `small/${i}.bin`),
  ]
  const copy = await aWorkingCopy(join(folder.path, 'pictures'), {
    ...Object.fromEntries(all.map((path) => [path, '\u0000'.repeat(4 * 1024 * 1024)])),
    ...Object.fromEntries(small.map((path) => [path, '\u0000'])),
    'z.orch.yaml': pipeline,
    'z/query.sql': 'select 1',
  })
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], env)
  const { status, body } = await t.call<{
    fileCount: number
    ignoredCount: number
    ignoredResources: { name: string; reason: string }[]
  }>('POST', `/v1/projects/${projectId}/artifacts/from-git`, {
    body: { environmentName: 'Development', versionName: '1', ref: 'main' },
  })
  expect([status, body.fileCount, body.ignoredCount]).toEqual([201, 2, all.length + small.length])
  expect(body.ignoredResources).toHaveLength(1_000)
  const reasons = body.ignoredResources.slice(0, all.length).map(({ reason }) => reason)
  expect(new Set(reasons)).toEqual(
    new Set(['is not UTF-8 text', 'was not read, because files that are not text have over 64 MiB']),
  )
})

test('branches, commits and files can be read', async () => {
  const { cloneUrl, path } = await aHostedProject()
  const copy = await aWorkingCopy(join(folder.path, 'read'), { 'a.txt': 'one\n', 'b/ü.bin': 'x\u0000' })
  await commit(copy, { 'a.txt': 'two\n' }, 'Second | commit\n\nbody')
  await git(
    copy,
    ['push', '--quiet', cloneUrl, 'main', 'HEAD~:refs/heads/old'],
    withToken(await t.adminToken()),
  )
  const read = async (rest: string) => (await t.call(`GET`, `${path}/${rest}`)).body
  expect(await read('branches')).toMatchObject({
    total: 2,
    results: [
      { name: 'main', isDefault: true, subject: 'Second | commit' },
      { name: 'old', isDefault: false },
    ],
  })
  expect(await read('commits?size=1&page=1')).toMatchObject({
    total: 2,
    results: [{ subject: 'First commit' }],
  })
  expect(await read('files?ref=old')).toMatchObject({
    results: [{ path: 'a.txt', bytes: 4 }, { path: 'b/ü.bin' }],
  })
  expect(await read('files/content?path=a.txt&ref=old')).toMatchObject({
    encoding: 'utf-8',
    content: 'one\n',
  })
  expect(await read('files/content?path=b/%C3%BC.bin')).toMatchObject({ encoding: 'base64', content: 'eAA=' })
  expect((await t.call('GET', `${path}/files/content?path=../config`)).status).toBe(404)
})

test('a branch is published automatically when it is pushed', async () => {
  const { cloneUrl, path, projectId } = await aHostedProject()
  const body = { environmentName: 'Development', branch: 'main' }
  expect((await t.call('POST', `${path}/publications`, { body })).status).toBe(201)
  const copy = await aWorkingCopy(join(folder.path, 'auto'), { 'a.orch.yaml': pipeline })
  const head = (await git(copy, ['rev-parse', 'HEAD'])).trim()
  await git(copy, ['push', '--quiet', cloneUrl, 'main'], withToken(await t.adminToken()))
  const published = await waitFor('the version', async () => {
    const { body } = await t.call<{ results: { versionName: string }[] }>(
      'GET',
      `/v1/projects/${projectId}/artifacts`,
    )
    return body.results[0]
  })
  expect(published).toMatchObject({ versionName: `main-${head.slice(0, 10)}`, commitHash: head })
  expect((await t.call('DELETE', `${path}/publications/Development`)).status).toBe(204)
})

test('an environment runs what the branch has, also when the branch is moved back', async () => {
  const { cloneUrl, path, projectId } = await aHostedProject()
  const body = { environmentName: 'Development', branch: 'main' }
  expect((await t.call('POST', `${path}/publications`, { body })).status).toBe(201)
  const copy = await aWorkingCopy(join(folder.path, 'back'), { 'a.orch.yaml': pipeline })
  const first = (await git(copy, ['rev-parse', 'HEAD'])).trim()
  const second = await commit(copy, { 'b.orch.yaml': pipeline }, 'More')
  const env = withToken(await t.adminToken())
  for (const head of [first, second, first]) {
    await git(copy, ['push', '--quiet', '--force', cloneUrl, `${head}:refs/heads/main`], env)
    await waitFor('the version', async () => {
      const { body } = await t.call<{ results: { commitHash: string }[] }>(
        'GET',
        `/v1/projects/${projectId}/artifacts`,
      )
      return body.results[0]?.commitHash === head
    })
  }
  const { body: versions } = await t.call<{ results: { versionName: string }[] }>(
    'GET',
    `/v1/projects/${projectId}/artifacts`,
  )
  const [one, two] = [first, second].map((head) => `main-${head.slice(0, 10)}`)
  expect(versions.results.map(({ versionName }) => versionName)).toEqual([`${one}-3`, two, one])
})
