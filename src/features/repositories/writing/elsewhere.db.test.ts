import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aWorkingCopy, commit, git, useFolder } from '../../../../test/support/git.ts'
import { migrationsOf, startFarSides } from '../../../../test/support/migrations.ts'
import { mirror } from '../../../../test/support/mirror.ts'
import { refusePushes } from '../../../../test/support/repositories.ts'

/** Writing to repositories at providers: committed in our copy, and pushed. */
const sides = await startFarSides()
const folder = useFolder()
const t = useApi(sides.env)
const at = migrationsOf(t, sides)

interface Body extends Record<string, unknown> {
  readonly commitHash: string
  readonly detail: string
  readonly conflicts: object[]
}

async function aRepositoryAt(name: string) {
  const copy = await aWorkingCopy(join(folder.path, name), { 'a.txt': 'one' })
  const bare = await sides.plain.create(`${name}.git`)
  await mirror(copy, bare)
  const projectId = await at.aProjectOn({
    provider: 'git',
    providerParameters: { url: `${sides.plain.origin}/${name}.git` },
  })
  const path = at.path(projectId, 'repositories')
  const put = (file: string, content: string, headers: Record<string, string> = {}) =>
    t.call<Body>('PUT', `${path}/files`, { body: { branch: 'main', path: file, content }, headers })
  return { copy, bare, path, put }
}

test('a commit arrives at the provider, on top of what others pushed there meanwhile', async () => {
  const { copy, bare, path, put } = await aRepositoryAt('shared')
  const tag = (await t.call('GET', `${path}/files/content?path=a.txt`)).headers.get('etag')!
  await commit(copy, { 'b.txt': 'theirs' }, 'Theirs')
  await git(copy, ['push', '--quiet', bare, 'main'])
  const written = await put('a.txt', 'mine', { 'if-match': tag })
  expect(written.status, JSON.stringify(written.body)).toBe(200)
  expect((await git(bare, ['rev-parse', 'main'])).trim()).toBe(written.body.commitHash)
  expect(await git(bare, ['show', 'main:b.txt'])).toBe('theirs')
  // At once, and not when the copy is brought up to date the next time.
  const read = await t.call('GET', `${path}/files/content?path=a.txt`)
  expect(read.body).toMatchObject({ content: 'mine', commitHash: written.body.commitHash })
  await git(copy, ['fetch', '--quiet', bare, 'main'])
  await git(copy, ['reset', '--quiet', '--hard', 'FETCH_HEAD'])
  await commit(copy, { 'a.txt': 'theirs' }, 'Theirs again')
  await git(copy, ['push', '--quiet', bare, 'main'])
  const late = await put('a.txt', 'late', { 'if-match': written.headers.get('etag')! })
  expect([late.status, late.body.conflicts]).toMatchObject([
    412,
    [{ theirs: { content: 'theirs' }, yours: { content: 'late' } }],
  ])
  const branches = `${path}/branches`
  expect((await t.call('POST', branches, { body: { name: 'topic' } })).status).toBe(201)
  expect(await git(bare, ['branch', '--list', 'topic'])).toContain('topic')
  expect((await t.call('DELETE', `${branches}/topic`)).status).toBe(204)
  expect(await git(bare, ['branch', '--list', 'topic'])).toBe('')
})

test('files and branches of a repository with SHA-256 are written and deleted', async () => {
  const bare = sides.plain.folderOf('sha256.git')
  await mkdir(bare, { recursive: true })
  await git(bare, ['init', '--quiet', '--bare', '--object-format=sha256', '--initial-branch=main'])
  await sides.plain.create('sha256.git')
  const tree = (await git(bare, ['write-tree'])).trim()
  const first = (await git(bare, ['commit-tree', tree, '-m', 'Begin'])).trim()
  await git(bare, ['update-ref', 'refs/heads/main', first])
  const url = `${sides.plain.origin}/sha256.git`
  const projectId = await at.aProjectOn({ provider: 'git', providerParameters: { url } })
  const path = at.path(projectId, 'repositories')
  const body = { branch: 'main', path: 'a.txt', content: 'one' }
  expect((await t.call('PUT', `${path}/files`, { body })).status).toBe(200)
  expect(await git(bare, ['show', 'main:a.txt'])).toBe('one')
  const any = { headers: { 'if-match': '*' } }
  expect((await t.call('DELETE', `${path}/files?branch=main&path=a.txt`, any)).status).toBe(204)
  expect(await git(bare, ['ls-tree', 'main'])).toBe('')
  const made = await t.call('POST', `${path}/branches`, { body: { name: 'topic' } })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect((await t.call('DELETE', `${path}/branches/topic`)).status).toBe(204)
  expect(await git(bare, ['branch', '--list', 'topic'])).toBe('')
})

test('the first commit of a repository is on the default branch that the provider makes of it', async () => {
  const bare = await sides.plain.create('first.git')
  const url = `${sides.plain.origin}/first.git`
  const projectId = await at.aProjectOn({ provider: 'git', providerParameters: { url } })
  sides.plain.before = async (path) => {
    if (path.endsWith('receive-pack')) await git(bare, ['symbolic-ref', 'HEAD', 'refs/heads/trunk'])
  }
  const path = at.path(projectId, 'repositories')
  const body = { branch: 'trunk', path: 'a.txt', content: 'one' }
  const written = await t.call('PUT', `${path}/files`, { body }).finally(() => {
    sides.plain.before = undefined
  })
  expect(written.status).toBe(200)
  expect((await t.call('GET', `${path}/branches/trunk`)).body).toMatchObject({ isDefault: true })
})

test('a push that comes between reading and writing is never overwritten', async () => {
  const { copy, bare, put } = await aRepositoryAt('raced')
  let isFirst = true
  sides.plain.before = async (path) => {
    if (!path.includes('receive-pack') || !isFirst) return
    isFirst = false
    await commit(copy, { 'a.txt': 'faster' }, 'Faster')
    await git(copy, ['push', '--quiet', bare, 'main'])
  }
  const answer = await put('new.txt', 'mine').finally(() => {
    sides.plain.before = undefined
  })
  expect([isFirst, answer.status]).toEqual([false, 200])
  expect(await git(bare, ['show', 'main:a.txt'])).toBe('faster')
  expect((await git(bare, ['rev-list', '--count', 'main'])).trim()).toBe('3')
})

test('what the provider does not take is a conflict in its own words, and nothing is changed', async () => {
  const { bare, path, put } = await aRepositoryAt('closed')
  await refusePushes(bare, 'the branch is protected by a rule')
  const answer = await put('new.txt', 'mine')
  expect([answer.status, answer.body.detail]).toEqual([
    409,
    expect.stringMatching(/protected by a rule.*open a pull request$/s),
  ])
  expect((await t.call('GET', `${path}/files/content?path=new.txt`)).status).toBe(404)
})
