import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { aProject } from '../../../test/support/factories.ts'
import { git } from '../../../test/support/git.ts'
import { hostedFolder } from '../../git/providers/hosted.ts'
import { newId } from '../../lib/ids.ts'
import { MAX_DRAFT_BYTES } from './schema.ts'

/** Drafts of people, per project and branch (decisions.md §11). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Body extends Record<string, unknown> {
  readonly commitHash: string
  readonly conflicts: { readonly theirsCommit?: string }[]
  readonly files: { path: string; baseCommit?: string }[]
  readonly results: { path: string; change: string; diff: string; components?: object }[]
  readonly total: number
}

async function aWriter() {
  const { projectId } = await aProject(t)
  const { token } = await t.credential({ projectRoles: [{ projectId, role: 'CONTRIBUTOR' }] })
  return { projectId, ...draftsOf(projectId, token) }
}

function draftsOf(projectId: string, token: string) {
  const project = `/v1/projects/${projectId}`
  const draft = `${project}/drafts/main`
  const call = (method: string, path: string, options: object = {}) =>
    t.call<Body>(method, path, { token, ...options })
  return {
    put: (body: object, headers: Record<string, string> = {}) =>
      call('PUT', `${draft}/files`, { body, headers }),
    get: () => call('GET', draft),
    list: () => call('GET', `${project}/drafts`),
    read: (path: string) => call('GET', `${draft}/files/content?path=${path}`),
    revert: (path: string, headers: Record<string, string> = {}) =>
      call('DELETE', `${draft}/files?path=${path}`, { headers }),
    discard: () => call('DELETE', draft),
    diff: (query: string) => call('GET', `${project}/repositories/diff?${query}`),
    commit: (message = 'Commit the draft') => call('POST', `${draft}/commits`, { body: { message } }),
    committed: (path: string) => call('GET', `${project}/repositories/files/content?path=${path}`),
    write: (path: string, content: string) =>
      call('PUT', `${project}/repositories/files`, {
        body: { branch: 'main', path, content },
        headers: { 'if-match': '*' },
      }),
    remove: (path: string) =>
      call('DELETE', `${project}/repositories/files?branch=main&path=${path}`, {
        headers: { 'if-match': '*' },
      }),
  }
}

test('a draft is kept, read, and committed as the first file of a project', async () => {
  const { put, get, list, read, commit, committed } = await aWriter()
  const kept = await put({ path: 'a.orch.yaml', content: 'type: orchestration\n' })
  expect([kept.status, kept.body]).toEqual([
    200,
    { path: 'a.orch.yaml', deleted: false, bytes: 20, updatedAt: expect.any(String) },
  ])
  expect((await read('a.orch.yaml')).body).toMatchObject({ content: 'type: orchestration\n' })
  expect((await list()).body).toMatchObject({
    total: 1,
    results: [{ branch: 'main', fileCount: 1, bytes: 20 }],
  })
  const made = await commit('First pipeline')
  expect([made.status, made.body['subject']]).toEqual([201, 'First pipeline'])
  expect((await committed('a.orch.yaml')).body).toMatchObject({ commitHash: made.body.commitHash })
  expect((await get()).status).toBe(404)
  expect((await commit()).status).toBe(404)
})

test('the mark that a file begins with stays', async () => {
  const { put, read, commit, committed } = await aWriter()
  const content = '\uFEFFtype: orchestration\n'
  await put({ path: 'a.orch.yaml', content })
  expect((await read('a.orch.yaml')).body).toMatchObject({ content })
  await commit()
  expect((await committed('a.orch.yaml')).body).toMatchObject({ content })
})

test('of two windows of one person the one that has not seen the other is refused', async () => {
  const { put, read, revert } = await aWriter()
  const first = await put({ path: 'a.txt', content: 'one' })
  const tag = first.headers.get('etag')!
  expect((await read('a.txt')).headers.get('etag')).toBe(tag)
  expect((await put({ path: 'a.txt', content: 'two' }, { 'if-match': tag })).status).toBe(200)
  expect((await put({ path: 'a.txt', content: 'three' }, { 'if-match': tag })).status).toBe(412)
  expect((await revert('a.txt', { 'if-match': tag })).status).toBe(412)
  expect((await read('a.txt')).body).toMatchObject({ content: 'two' })
  expect((await revert('a.txt')).status).toBe(204)
  expect((await revert('a.txt')).status).toBe(404)
})

test('of two windows that begin a draft at once the second is refused', async () => {
  const { put, revert, read } = await aWriter()
  const begin = (content: string) => put({ path: 'a.txt', content }, { 'if-none-match': '*' })
  const both = await Promise.all([begin('one'), begin('two')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412])
  const kept = both.findIndex(({ status }) => status === 200)
  expect((await read('a.txt')).body).toMatchObject({ content: ['one', 'two'][kept] })
  expect((await put({ path: 'a.txt', content: 'x' }, { 'if-none-match': 'nonsense' })).status).toBe(400)
  const tag = both[kept]!.headers.get('etag')!
  expect((await put({ path: 'a.txt', content: 'x' }, { 'if-none-match': tag })).status).toBe(412)
  expect((await put({ path: 'a.txt', content: 'x' }, { 'if-none-match': '"other"' })).status).toBe(200)
  await revert('a.txt')
  expect((await begin('three')).status).toBe(200)
})

test('what is written while a commit is made is a draft of that commit, also when it is stored last', async () => {
  const { projectId, put, commit, get } = await aWriter()
  await put({ path: 'a.txt', content: 'one' })
  const made = await t.db.transaction().execute(async (tx) => {
    // As a window does that saves: it holds the lock, and what it stores becomes visible later.
    const { rows } = await sql<{ key: string }>`
      select hashtextextended('draft ' || project_id || ' ' || principal_id, 0)::text as key
        from draft_file where project_id = ${projectId}`.execute(tx)
    await sql`select pg_advisory_xact_lock(${rows[0]!.key}::bigint)`.execute(tx)
    await sql`update draft_file set content = 'two', revision = 'later' where project_id = ${projectId}`.execute(
      tx,
    )
    const answer = commit()
    await expect
      .poll(async () => {
        const waiting = await sql`
          select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`.execute(tx)
        return waiting.rows.length
      })
      .toBe(1)
    return { answer }
  })
  const { status, body } = await made.answer
  expect(status).toBe(201)
  expect((await get()).body.files).toMatchObject([{ path: 'a.txt', baseCommit: body.commitHash }])
})

test('what others have committed since is a conflict, and the draft stays', async () => {
  const { put, write, commit, committed, get, read } = await aWriter()
  const base = (await write('a.txt', 'base')).body.commitHash
  await put({ path: 'a.txt', content: 'mine', baseCommit: base })
  await put({ path: 'b.txt', content: 'new' })
  await write('a.txt', 'theirs')
  const refused = await commit()
  expect([refused.status, refused.body.conflicts]).toMatchObject([
    409,
    [{ path: 'a.txt', theirs: { content: 'theirs' }, yours: { content: 'mine' } }],
  ])
  expect((await read('b.txt')).body).toMatchObject({ content: 'new' })
  const head = (await committed('a.txt')).body.commitHash
  await put({ path: 'a.txt', content: 'both', baseCommit: head })
  expect((await commit()).status).toBe(201)
  expect((await committed('a.txt')).body).toMatchObject({ content: 'both' })
  expect((await get()).status).toBe(404)
  const next = (await committed('b.txt')).body.commitHash
  await put({ path: 'b.txt', content: null, baseCommit: next })
  expect((await commit()).status).toBe(201)
  expect((await committed('b.txt')).status).toBe(404)
})

test('a draft that is put on no commit is a new file, whatever it was made on before', async () => {
  const { put, write, commit, read } = await aWriter()
  const base = (await write('a.txt', 'theirs')).body.commitHash
  await put({ path: 'a.txt', content: 'both', baseCommit: base })
  await put({ path: 'a.txt', content: 'mine', baseCommit: null })
  expect((await read('a.txt')).body).not.toHaveProperty('baseCommit')
  expect((await commit()).body.conflicts).toMatchObject([{ theirs: { content: 'theirs' } }])
})

test('a draft that is put on the commit of a conflict replaces what was shown, and nothing after it', async () => {
  const { put, write, remove, commit, committed } = await aWriter()
  const base = (await write('a.txt', 'base')).body.commitHash
  await put({ path: 'a.txt', content: 'mine', baseCommit: base })
  await remove('a.txt')
  const [gone] = (await commit()).body.conflicts
  expect(gone).toMatchObject({ theirs: {}, yours: { content: 'mine' } })
  await put({ path: 'a.txt', content: 'mine', baseCommit: gone!.theirsCommit })
  await write('a.txt', 'unseen')
  const [unseen] = (await commit()).body.conflicts
  expect(unseen).toMatchObject({ theirs: { content: 'unseen' } })
  await remove('a.txt')
  expect((await commit()).status).toBe(201)
  expect((await committed('a.txt')).body).toMatchObject({ content: 'mine' })
})

test('a draft on a commit that is gone is a conflict with both sides, which the next one settles', async () => {
  const { put, write, commit, committed } = await aWriter()
  await write('a.txt', 'theirs')
  await put({ path: 'a.txt', content: 'mine', baseCommit: 'f'.repeat(40) })
  const refused = await commit()
  expect([refused.status, refused.body.conflicts]).toMatchObject([
    409,
    [{ path: 'a.txt', theirs: { content: 'theirs' }, yours: { content: 'mine' } }],
  ])
  await put({ path: 'a.txt', content: 'mine', baseCommit: refused.body.conflicts[0]!.theirsCommit })
  expect((await commit()).status).toBe(201)
  expect((await committed('a.txt')).body).toMatchObject({ content: 'mine' })
})

test('nobody sees the draft of somebody else, and readers have none', async () => {
  const { projectId, put, get, discard } = await aWriter()
  await put({ path: 'a.txt', content: 'mine' })
  const other = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  const theirs = draftsOf(projectId, other.token)
  expect((await theirs.get()).status).toBe(404)
  expect((await theirs.list()).body.total).toBe(0)
  expect((await theirs.discard()).status).toBe(404)
  const reader = await t.credential({ projectRoles: [{ projectId, role: 'READ_ONLY' }] })
  expect((await draftsOf(projectId, reader.token).put({ path: 'a.txt', content: '' })).status).toBe(403)
  expect((await get()).body.files).toMatchObject([{ path: 'a.txt' }])
  expect((await discard()).status).toBe(204)
})

test('faulty files are refused with every fault, and more than the limits with 413', async () => {
  const { put, list } = await aWriter()
  const faulty = await put({ path: '../a', content: '*', encoding: 'base64' })
  expect([faulty.status, faulty.body['violations']]).toEqual([
    400,
    ['body/path must not contain the parts . or ..', 'body/content must be base64'],
  ])
  expect((await put({ path: 'a' })).status).toBe(400)
  const most = 'x'.repeat(4 * 1024 * 1024)
  expect((await put({ path: 'a', content: `${most}x` })).status).toBe(413)
  for (let i = 0; i < MAX_DRAFT_BYTES / most.length; i++)
    expect((await put({ path: `large-${i}`, content: most })).status).toBe(200)
  expect((await put({ path: 'one-more', content: 'x' })).status).toBe(413)
  expect((await put({ path: 'large-0', content: 'x' })).status).toBe(200)
  expect((await put({ path: 'one-more', content: 'x' })).status).toBe(200)
  expect((await list()).body).toMatchObject({ results: [{ fileCount: 9 }] })
})

test('a draft is for a branch, not for another kind of Git object', async () => {
  const { projectId } = await aProject(t)
  const drafts = `/v1/projects/${projectId}/drafts`
  for (const name of ['HEAD', 'refs/heads/x', 'a'.repeat(40)]) {
    const draft = `${drafts}/${encodeURIComponent(name)}`
    const body = { path: 'a.txt', content: 'a' }
    const put = await t.call<{ violations: string[] }>('PUT', `${draft}/files`, { body })
    expect([put.status, put.body.violations]).toEqual([400, [expect.stringContaining('path/branchName')]])
    // One that an earlier version kept is not committed.
    const { rows } = await sql<{
      id: string
    }>`select id from principal where account_role = 'SUPER_ADMIN'`.execute(t.db)
    for (const { id } of rows)
      await sql`insert into draft_file (project_id, principal_id, branch, path, content, revision)
                values (${projectId}, ${id}, ${name}, 'a.txt', 'a', 'r')`.execute(t.db)
    const made = await t.call('POST', `${draft}/commits`, { body: { message: 'Commit' } })
    expect(made.status).toBe(400)
  }
  expect((await t.call('GET', `/v1/projects/${projectId}/repositories`)).status).toBe(404)
})

test('a draft is compared with a commit and with another draft, and leaves nothing in the repository', async () => {
  const { projectId, put, write, diff } = await aWriter()
  const two = (script: string) =>
    `type: orchestration\nversion: "1.0"\npipeline:\n  components:\n    One:\n      type: bash-script\n      parameters:\n        script: "${script}"\n`
  await write('gone.txt', 'gone\n')
  const base = (await write('p.orch.yaml', two('old'))).body.commitHash
  await put({ path: 'p.orch.yaml', content: two('new'), baseCommit: base })
  await put({ path: 'fresh.txt', content: 'fresh\n' })
  await put({ path: 'gone.txt', content: null, baseCommit: base })
  const head = (await write('other.txt', 'by somebody else')).body.commitHash
  const objects = () => git(hostedFolder(gitDir, projectId), ['count-objects', '-v'])
  const before = await objects()

  const { status, body } = await diff('from=main&toDraft=main')
  expect([status, body['fromCommit'], body['toCommit'], body.total]).toEqual([200, head, head, 3])
  expect(body.results.map(({ path, change }) => [path, change])).toEqual([
    ['fresh.txt', 'ADDED'],
    ['gone.txt', 'REMOVED'],
    ['p.orch.yaml', 'MODIFIED'],
  ])
  expect(body.results[0]!.diff).toContain('+fresh')
  expect(body.results[2]!.components).toEqual({ added: [], changed: ['One'], removed: [] })
  const reversed = await diff(`fromDraft=main&to=${base}&size=1`)
  expect(reversed.body.results).toMatchObject([{ path: 'fresh.txt', change: 'REMOVED' }])
  expect((await diff('fromDraft=main&toDraft=main')).body.total).toBe(0)
  expect(await objects()).toBe(before)
})

test('what is compared is named once, and a draft of somebody else is not there', async () => {
  const { projectId, put, write, diff } = await aWriter()
  await put({ path: 'a.txt', content: 'a' })
  expect((await diff('fromDraft=main&toDraft=main')).body).toMatchObject({ total: 0 })
  expect((await diff('from=main&toDraft=main')).status).toBe(404)
  await write('b.txt', 'b')
  expect((await diff('from=main&toDraft=main')).body.results).toMatchObject([{ path: 'a.txt' }])
  expect((await diff('from=main&to=main&toDraft=main')).body['violations']).toEqual([
    'query must have either to or toDraft',
  ])
  expect((await diff('page=0')).body['violations']).toEqual([
    'query must have either from or fromDraft',
    'query must have either to or toDraft',
  ])
  expect((await diff('from=main&toDraft=a..b')).status).toBe(400)
  const other = await t.credential({ projectRoles: [{ projectId, role: 'ADMIN' }] })
  expect((await draftsOf(projectId, other.token).diff('from=main&toDraft=main')).status).toBe(404)
  const stranger = await t.credential({ projectRoles: [] })
  expect((await draftsOf(projectId, stranger.token).diff('from=main')).status).toBe(404)
  await put({ path: 'b.txt/c', content: 'in a file' })
  const unfit = await diff('from=main&toDraft=main')
  expect([unfit.status, unfit.body['detail']]).toEqual([
    409,
    'The draft does not fit its branch: b.txt is a file, so b.txt/c cannot be in it',
  ])
})
