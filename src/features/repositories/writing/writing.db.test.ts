import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { git } from '../../../../test/support/git.ts'
import { waitFor } from '../../../../test/support/platform.ts'
import { aPerson } from '../../../../test/support/users.ts'
import { hostedFolder } from '../../../git/providers/hosted.ts'
import { newId } from '../../../lib/ids.ts'

/** Writing to hosted repositories through the API (decisions.md §11). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Conflict {
  readonly path: string
  readonly base?: object
  readonly theirs: { content?: string; blobHash?: string }
  readonly yours: { content?: string }
}
interface Body extends Record<string, unknown> {
  readonly commitHash: string
  readonly blobHash: string
  readonly detail: string
  readonly violations: string[]
  readonly conflicts: Conflict[]
}

async function aRepository(files: Readonly<Record<string, string>> = { 'a.txt': 'one\n' }) {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const changes = Object.entries(files).map(([name, content]) => ({ path: name, content }))
  const made = await t.call<Body>('POST', `${path}/commits`, {
    body: { branch: 'main', message: 'Begin', changes },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const put = (body: object, headers: Record<string, string> = {}, token?: string) =>
    t.call<Body>('PUT', `${path}/files`, {
      body: { branch: 'main', ...body },
      headers,
      ...(token !== undefined && { token }),
    })
  const read = (name: string, ref = 'main') =>
    t.call<Body>('GET', `${path}/files/content?ref=${ref}&path=${encodeURIComponent(name)}`)
  const commit = (body: object) =>
    t.call<Body>('POST', `${path}/commits`, { body: { branch: 'main', message: 'Change', ...body } })
  const folder = hostedFolder(gitDir, projectId)
  return { projectId, path, head: made.body.commitHash, put, read, commit, folder }
}

test('the first commit of a project without a repository makes a hosted one, whole and sound', async () => {
  const { path, head, folder, read } = await aRepository({ 'a/b.orch.yaml': 'type: orchestration\n', c: '' })
  expect((await t.call('GET', path)).body).toMatchObject({ provider: 'hosted' })
  expect((await read('a/b.orch.yaml')).body).toMatchObject({
    commitHash: head,
    content: 'type: orchestration\n',
  })
  expect((await t.call('GET', `${path}/branches/main`)).body).toMatchObject({
    commitHash: head,
    isDefault: true,
  })
  await git(folder, ['fsck', '--full', '--strict'])
  expect(await git(folder, ['log', '--format=%an|%s', 'main'])).toMatch(/\|Begin\n$/)
  const events = await t.call<{ results: { action: string }[] }>('GET', `${path}/events`)
  expect(events.body.results.map(({ action }) => action)).toEqual(['COMMITTED', 'ASSOCIATED'])
})

test('a lock that a killed process left is named, and not taken for somebody who is faster', async () => {
  const { put, folder } = await aRepository()
  const lock = join(folder, 'refs/heads/main.lock')
  await writeFile(lock, '')
  const refused = await put({ path: 'b.txt', content: 'x' })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/^The ref refs\/heads\/main is locked: .+ left its lock behind/),
  ])
  await rm(lock)
  expect((await put({ path: 'b.txt', content: 'x' })).status).toBe(200)
})

test('a person is the author of what it writes, under its own address', async () => {
  const { projectId, put, folder } = await aRepository()
  const person = await aPerson(t)
  const row = { project_id: projectId, principal_id: person.id, role: 'CONTRIBUTOR' }
  await t.db.insertInto('project_role').values(row).execute()
  const written = await put({ path: 'b.txt', content: 'x', message: 'Add b\n\nBecause.' }, {}, person.token)
  expect(written.status).toBe(200)
  const [name, email, body] = (await git(folder, ['log', '-1', '--format=%an|%ae|%b', 'main'])).split('|')
  expect([name!.length > 0, email, body?.trim()]).toEqual([true, person.userName, 'Because.'])
})

test('a user whose name Git refuses signs commits with the id', async () => {
  const { projectId, put, folder } = await aRepository()
  const { clientId, token } = await t.credential({
    name: `.,:;"'\\<>`,
    projectRoles: [{ projectId, role: 'CONTRIBUTOR' }],
  })
  expect((await put({ path: 'b.txt', content: 'x' }, {}, token)).status).toBe(200)
  expect(await git(folder, ['log', '-1', '--format=%an', 'main'])).toBe(`${clientId}\n`)
})

test('of two editors of one file the second is told both sides; the same content is no conflict', async () => {
  const { put, read } = await aRepository()
  const tag = (await read('a.txt')).headers.get('etag')!
  const first = await put({ path: 'a.txt', content: 'mine\n' }, { 'if-match': tag })
  expect([first.status, first.headers.get('etag')]).toEqual([
    200,
    `"${first.body.commitHash}.${first.body.blobHash}"`,
  ])
  const second = await put({ path: 'a.txt', content: 'yours\n' }, { 'if-match': tag })
  expect([second.status, second.body.conflicts]).toEqual([
    412,
    [
      {
        path: 'a.txt',
        theirs: { blobHash: first.body.blobHash, content: 'mine\n' },
        theirsCommit: first.body.commitHash,
        yours: expect.objectContaining({ content: 'yours\n' }),
      },
    ],
  ])
  expect((await read('a.txt')).body['content']).toBe('mine\n')
  const same = await put({ path: 'a.txt', content: 'mine\n' }, { 'if-match': tag })
  expect([same.status, same.body.commitHash]).toEqual([200, first.body.commitHash])
  const again = await put({ path: 'a.txt', content: 'more\n' }, { 'if-match': first.headers.get('etag')! })
  expect(again.status).toBe(200)
})

test('the tag of the branch fits any of its files, until it moves; * fits every state', async () => {
  const { path, put } = await aRepository()
  const tag = (await t.call('GET', `${path}/branches/main`)).headers.get('etag')!
  expect((await put({ path: 'a.txt', content: 'two\n' }, { 'if-match': tag })).status).toBe(200)
  expect((await put({ path: 'b.txt', content: 'two\n' }, { 'if-match': tag })).status).toBe(412)
  expect((await put({ path: 'a.txt', content: 'three\n' })).body).toMatchObject({
    status: 409,
    conflicts: [{ path: 'a.txt', theirs: { content: 'two\n' } }],
  })
  expect((await put({ path: 'a.txt', content: 'three\n' }, { 'if-match': '*' })).status).toBe(200)
})

test('a commit on an older commit stands on what others did to other files, and is refused for the same', async () => {
  const { head, put, commit, read } = await aRepository({ 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c' })
  await put({ path: 'b.txt', content: 'theirs' }, { 'if-match': '*' })
  const changes = [
    { path: 'a.txt', content: 'mine' },
    { path: 'c.txt', delete: true },
    { path: 'bin', content: 'AP8=', encoding: 'base64' },
  ]
  const made = await commit({ baseCommit: head, changes })
  expect(made.status).toBe(201)
  expect((await read('b.txt')).body['content']).toBe('theirs')
  expect((await read('bin')).body).toMatchObject({ encoding: 'base64', content: 'AP8=' })
  expect((await read('c.txt')).status).toBe(404)
  const stale = await commit({
    baseCommit: head,
    changes: [
      { path: 'a.txt', content: 'mine' },
      { path: 'b.txt', delete: true },
      { path: 'c.txt', content: 'kept' },
      { path: 'd.txt', content: 'new' },
    ],
  })
  expect([stale.status, stale.body.violations]).toEqual([
    409,
    ['b.txt has changed since it was read', 'c.txt has been deleted since it was read'],
  ])
  expect(stale.body.conflicts).toMatchObject([
    { path: 'b.txt', theirs: { content: 'theirs' }, base: { blobHash: expect.any(String) }, yours: {} },
    { path: 'c.txt', theirs: {}, yours: { content: 'kept' } },
  ])
  expect((await read('d.txt')).status).toBe(404)
})

test('whoever writes at the same moment, nothing is lost and every commit has one parent', async () => {
  const { put, folder, path } = await aRepository()
  const writers = Array.from({ length: 6 }, (_, i) => put({ path: `f${i}.txt`, content: `${i}` }))
  expect((await Promise.all(writers)).map(({ status }) => status)).toEqual(writers.map(() => 200))
  const files = await t.call<{ total: number }>('GET', `${path}/files`)
  expect(files.body.total).toBe(7)
  expect((await git(folder, ['rev-list', '--count', 'main'])).trim()).toBe('7')
  const same = await Promise.all(['x', 'y'].map((content) => put({ path: 'race.txt', content })))
  expect(same.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('deleting needs the state that was read', async () => {
  const { path, read } = await aRepository({ 'a.txt': 'a', 'b.txt': 'b' })
  const remove = (headers = {}, name = 'a.txt') =>
    t.call<Body>('DELETE', `${path}/files?branch=main&path=${name}`, { headers })
  expect((await remove()).status).toBe(409)
  expect((await remove({ 'if-match': '"other"' })).status).toBe(412)
  const tag = (await read('a.txt')).headers.get('etag')!
  expect((await remove({ 'if-match': tag })).status).toBe(204)
  expect((await remove()).status).toBe(404)
  expect((await remove({}, '../x')).status).toBe(400)
  expect((await read('b.txt')).status).toBe(200)
})

test('paths that leave the tree, contents that are none, and places that are taken are refused', async () => {
  const { commit, put } = await aRepository({ 'a/b.txt': 'x' })
  const faulty = await commit({
    changes: [
      { path: '../x', content: '' },
      { path: '.git/hooks/post-checkout', content: '' },
      { path: 'twice', content: '1' },
      { path: 'twice', content: '2' },
      { path: 'neither' },
      { path: 'odd', content: '*', encoding: 'base64' },
    ],
  })
  expect(faulty.status).toBe(400)
  expect(faulty.body.violations).toHaveLength(5)
  expect((await put({ path: 'a', content: 'a file' })).body.violations).toEqual(['a is a folder'])
  expect((await put({ path: 'a/b.txt/c', content: '' })).body.violations[0]).toMatch(/^a\/b.txt is a file/)
  expect((await put({ path: 'x', content: 'x'.repeat(4 * 1024 * 1024 + 1) })).status).toBe(413)
  expect((await put({ path: 'x', content: 'x', branch: 'absent' })).status).toBe(404)
  expect((await put({ path: 'x', content: 'x', branch: 'a b' })).status).toBe(400)
})

test('branches are created, read and deleted, but not the default one and not in another state', async () => {
  const { path, put } = await aRepository()
  const create = (body: object) => t.call<Body>('POST', `${path}/branches`, { body })
  const made = await create({ name: 'feature/one' })
  expect([made.status, made.headers.get('location')]).toEqual([
    201,
    expect.stringMatching(/\/branches\/feature%2Fone$/),
  ])
  expect((await create({ name: 'feature/one' })).status).toBe(409)
  expect((await create({ name: 'feature' })).status).toBe(409)
  expect((await create({ name: 'x', from: 'absent' })).status).toBe(404)
  for (const name of ['-x', 'a..b', 'HEAD', 'a'.repeat(40), 'refs/heads/x'])
    expect((await create({ name })).status, name).toBe(400)
  const one = `${path}/branches/feature%2Fone`
  const tag = (await t.call('GET', one)).headers.get('etag')!
  await put({ branch: 'feature/one', path: 'n.txt', content: 'n' })
  expect((await t.call('DELETE', one, { headers: { 'if-match': tag } })).status).toBe(412)
  expect((await t.call('DELETE', one)).status).toBe(204)
  expect((await t.call('DELETE', one)).status).toBe(404)
  expect((await t.call('DELETE', `${path}/branches/main`)).status).toBe(409)
})

test('a default branch is known as such whatever its name ends with', async () => {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const changes = [{ path: 'a.txt', content: 'a' }]
  const first = { branch: 'voilà', message: 'Begin', changes }
  expect((await t.call('POST', `${path}/commits`, { body: first })).status).toBe(201)
  expect((await t.call('POST', `${path}/branches`, { body: { name: 'main' } })).status).toBe(201)
  const one = `${path}/branches/${encodeURIComponent('voilà')}`
  expect((await t.call('GET', one)).body).toMatchObject({ name: 'voilà', isDefault: true })
  expect((await t.call('DELETE', one)).status).toBe(409)
})

test('a commit is published as a pushed one is, and recorded in the audit trail without its content', async () => {
  const { projectId, path, put } = await aRepository({ 'p.orch.yaml': 'type: orchestration\npipeline: {}\n' })
  const body = { environmentName: 'Development', branch: 'main' }
  expect((await t.call('POST', `${path}/publications`, { body })).status).toBe(201)
  const secretText = 'a text that belongs into Git alone'
  const { commitHash } = (await put({ path: 'q.txt', content: secretText })).body
  await waitFor('the version', async () => {
    const versions = await t.call<{ results: Body[] }>('GET', `/v1/projects/${projectId}/artifacts`)
    return versions.body.results.some((version) => version.commitHash === commitHash)
  })
  const events = await t.call<{ results: Body[] }>('GET', `/v1/events?operation=putFile&size=100`)
  const own = events.body.results.filter((event) => JSON.stringify(event).includes(projectId))
  expect(own).toHaveLength(1)
  expect(JSON.stringify(own)).toContain(`"omitted":"${secretText.length} characters"`)
  expect(JSON.stringify(own)).not.toContain(secretText)
})

test('readers may not write, and writers make a repository with the first file', async () => {
  const { projectId } = await aProject(t)
  const [reader, writer] = await Promise.all(
    (['READ_ONLY', 'CONTRIBUTOR'] as const).map((role) =>
      t.credential({ projectRoles: [{ projectId, role }] }),
    ),
  )
  const put = (token: string) =>
    t.call('PUT', `/v1/projects/${projectId}/repositories/files`, {
      token,
      body: { branch: 'trunk', path: 'a.orch.yaml', content: 'type: orchestration\n' },
    })
  expect((await put(reader!.token)).status).toBe(403)
  expect((await put(writer!.token)).status).toBe(200)
  const branch = await t.call('GET', `/v1/projects/${projectId}/repositories/branches/trunk`)
  expect(branch.body).toMatchObject({ isDefault: true })
})
