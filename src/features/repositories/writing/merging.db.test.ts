import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { git } from '../../../../test/support/git.ts'
import { hostedFolder } from '../../../git/providers/hosted.ts'
import { newId } from '../../../lib/ids.ts'

/** Comparing and merging branches of a repository (decisions.md §11). */
const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

interface Body extends Record<string, unknown> {
  readonly commitHash: string
  readonly violations: string[]
  readonly conflicts: Record<string, unknown>[]
  readonly results: Record<string, unknown>[]
}

const script = (name: string, text: string) =>
  `    ${name}:\n      type: bash-script\n      parameters:\n        componentName: ${name}\n        script: "${text}"\n`
const pipeline = (one: string, other: string, more = '') =>
  `type: orchestration\nversion: "1.0"\npipeline:\n  components:\n${script('One', one)}${script('Other', other)}${more}`

/** A project with `main`, and `topic` that begins there. */
async function twoBranches(files: Readonly<Record<string, string>>) {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const commit = async (branch: string, contents: Readonly<Record<string, string | undefined>>) => {
    const head = (await t.call<Body>('GET', `${path}/branches/${branch}`)).body.commitHash
    const changes = Object.entries(contents).map(([name, content]) =>
      content === undefined
        ? { path: name, delete: true }
        : { path: name, content: Buffer.from(content).toString('base64'), encoding: 'base64' },
    )
    const body = { branch, message: 'Change', changes, ...(head !== undefined && { baseCommit: head }) }
    const made = await t.call<Body>('POST', `${path}/commits`, { body })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    return made.body.commitHash
  }
  await commit('main', files)
  expect((await t.call('POST', `${path}/branches`, { body: { name: 'topic' } })).status).toBe(201)
  const merge = (body: object = {}) =>
    t.call<Body>('POST', `${path}/merges`, { body: { source: 'topic', target: 'main', ...body } })
  const diff = (query: string) => t.call<Body>('GET', `${path}/diff?${query}`)
  const show = (name: string, ref = 'main') =>
    git(hostedFolder(gitDir, projectId), ['show', `${ref}:${name}`])
  return { commit, merge, diff, show, folder: hostedFolder(gitDir, projectId) }
}

test('a branch is moved forward, merged where both have commits, and not touched when it has all', async () => {
  const { commit, merge, show, folder } = await twoBranches({ 'a.txt': 'a' })
  const forward = await commit('topic', { 'b.txt': 'b' })
  expect((await merge()).body).toEqual({ outcome: 'FAST_FORWARD', target: 'main', commitHash: forward })
  expect((await merge()).body).toMatchObject({ outcome: 'UP_TO_DATE', commitHash: forward })
  const ours = await commit('main', { 'a.txt': 'ours' })
  const theirs = await commit('topic', { 'b.txt': 'theirs' })
  expect((await merge({ strategy: 'FAST_FORWARD' })).status).toBe(409)
  const merged = await merge({ message: 'Bring them together' })
  expect([merged.status, merged.body['outcome']]).toEqual([200, 'MERGE_COMMIT'])
  expect([await show('a.txt'), await show('b.txt')]).toEqual(['ours', 'theirs'])
  const log = await git(folder, ['log', '-1', '--format=%P|%s', 'main'])
  expect(log.trim()).toBe(`${ours} ${theirs}|Bring them together`)
  await git(folder, ['fsck', '--full', '--strict'])
})

test('conflicts name the file, both sides and the components; resolutions end them', async () => {
  const { commit, merge, show } = await twoBranches({ 'p.orch.yaml': pipeline('1', '1'), gone: 'x' })
  const theirs = await commit('topic', { 'p.orch.yaml': pipeline('topic', '1'), gone: 'changed' })
  const ours = await commit('main', { 'p.orch.yaml': pipeline('main', '2'), gone: undefined })
  const refused = await merge()
  expect([refused.status, refused.body.violations]).toEqual([
    409,
    ['gone was deleted in the target and changed in the source', 'p.orch.yaml was changed in both: One'],
  ])
  expect(refused.body.conflicts).toMatchObject([
    { path: 'gone', base: { content: 'x' }, theirs: {}, theirsCommit: ours, yours: { content: 'changed' } },
    {
      path: 'p.orch.yaml',
      theirs: { content: pipeline('main', '2') },
      yours: { content: pipeline('topic', '1') },
      components: ['One'],
    },
  ])
  const resolutions = [
    { path: 'p.orch.yaml', content: pipeline('both', '2') },
    { path: 'gone', delete: true },
  ]
  expect((await merge({ resolutions })).body.violations).toEqual([
    'body/sourceCommit is required with resolutions',
    'body/targetCommit is required with resolutions',
  ])
  const seen = { sourceCommit: theirs, targetCommit: ours }
  const half = await merge({ ...seen, resolutions: resolutions.slice(0, 1) })
  expect(half.body.conflicts).toMatchObject([{ path: 'gone' }])
  await commit('main', { new: 'x' })
  expect((await merge({ ...seen, resolutions })).status).toBe(409)
  const now = (await merge()).body['detail']
  expect(now).toMatch(/resolutions/)
  const head = await commit('main', { new: 'y' })
  expect((await merge({ ...seen, targetCommit: head, resolutions })).body['outcome']).toBe('MERGE_COMMIT')
  expect(await show('p.orch.yaml')).toBe(pipeline('both', '2'))
  await expect(show('gone')).rejects.toThrow()
})

test('a file follows its folder when the other side renames it', async () => {
  const { commit, merge, show } = await twoBranches({ 'old/a.txt': 'a\n', 'old/b.txt': 'b\n' })
  await commit('topic', {
    'old/a.txt': undefined,
    'old/b.txt': undefined,
    'new/a.txt': 'a\n',
    'new/b.txt': 'b\n',
  })
  await commit('main', { 'old/c.txt': 'c\n' })
  expect((await merge()).status).toBe(200)
  expect(await show('new/c.txt')).toBe('c\n')
})

test('a file that both renamed is not called deleted', async () => {
  const text = 'line\n'.repeat(20)
  const { commit, merge } = await twoBranches({ 'a.txt': text })
  await commit('topic', { 'a.txt': undefined, 'b.txt': text })
  await commit('main', { 'a.txt': undefined, 'c.txt': text })
  expect((await merge()).body.violations).toEqual([
    'a.txt was renamed or deleted in both, in different ways',
    expect.stringMatching(/^b\.txt is only in the source, where the target has renamed/),
    expect.stringMatching(/^c\.txt is only in the target, where the source has renamed/),
  ])
})

test('a conflict of large or binary files, or of many, is settled by naming the side that stays', async () => {
  const large = (text: string) => `${text}\n`.repeat(40_000)
  const many = (text: string) => Object.fromEntries(Array.from({ length: 22 }, (_, i) => [`f${i}`, text]))
  const { commit, merge, show } = await twoBranches({
    large: large('0'),
    gone: '0',
    bin: '\u00000',
    ...many('0'),
  })
  const sourceCommit = await commit('topic', {
    large: large('1'),
    gone: undefined,
    bin: '\u00001',
    ...many('1'),
  })
  const targetCommit = await commit('main', { large: large('2'), gone: '2', bin: '\u00002', ...many('2') })
  const refused = await merge({ sourceCommit, targetCommit })
  expect(refused.body.conflicts).toHaveLength(25)
  const paths = refused.body.conflicts.map(({ path }) => path as string)
  const keeping = (side: string) => paths.map((path) => ({ path, keep: side }))
  const settle = (resolutions: object[]) => merge({ sourceCommit, targetCommit, resolutions })
  expect((await settle([{ path: 'large', keep: 'SOURCE', delete: true }])).status).toBe(400)
  expect((await settle([...keeping('SOURCE'), { path: 'other', keep: 'TARGET' }])).body.violations).toEqual([
    'other is not in conflict',
  ])
  const sides = keeping('SOURCE').map((one) => (one.path === 'bin' ? { ...one, keep: 'TARGET' } : one))
  expect((await settle(sides)).status).toBe(200)
  expect([await show('large'), await show('bin'), await show('f21')]).toEqual([large('1'), '\u00002', '1'])
  await expect(show('gone')).rejects.toThrow()
})

test('a side that stays is kept as it is, with its mode; of links and submodules, too', async () => {
  const { merge, folder } = await twoBranches({ one: '1', two: '2' })
  const [one, two] = (await git(folder, ['rev-parse', 'main:one', 'main:two'])).split('\n')
  const commitOn = async (branch: string, entries: readonly string[]) => {
    const env = { GIT_INDEX_FILE: join(folder, `index-of-${branch}`) }
    const args = entries.flatMap((entry) => ['--cacheinfo', entry])
    await git(folder, ['update-index', '--add', ...args], env)
    const tree = (await git(folder, ['write-tree'], env)).trim()
    const made = (await git(folder, ['commit-tree', '-p', branch, '-m', 'Change', tree])).trim()
    await git(folder, ['update-ref', `refs/heads/${branch}`, made])
    return made
  }
  const elsewhere = ['1', '2'].map((digit) => digit.repeat(40))
  const ours = [`100644,${one},file`, `120000,${one},link`, `160000,${elsewhere[0]},module`]
  const theirs = [`100755,${two},file`, `120000,${two},link`, `160000,${elsewhere[1]},module`]
  const targetCommit = await commitOn('main', ours)
  const sourceCommit = await commitOn('topic', theirs)
  const settle = (link: object) => {
    const resolutions = [
      { path: 'file', keep: 'TARGET' },
      { path: 'link', ...link },
      { path: 'module', keep: 'TARGET' },
    ]
    return merge({ sourceCommit, targetCommit, resolutions })
  }
  // The target of a link cannot be edited as text, so no content is offered.
  const { conflicts } = (await merge({ sourceCommit, targetCommit })).body as { conflicts?: object[] }
  expect(conflicts).toMatchObject([
    { path: 'file', yours: { content: '2' } },
    { path: 'link' },
    { path: 'module' },
  ])
  expect(conflicts![1]).toMatchObject({ theirs: { blobHash: one }, yours: { blobHash: two } })
  expect(JSON.stringify(conflicts!.slice(1))).not.toContain('"content"')
  expect((await settle({ content: 'x' })).body.violations).toEqual(['link is a link; change it with Git'])
  const settled = await settle({ keep: 'SOURCE' })
  expect(settled.status, JSON.stringify(settled.body)).toBe(200)
  const format = '--format=%(objectmode),%(objectname),%(path)'
  const kept = [ours[0], theirs[1], ours[2]]
  expect((await git(folder, ['ls-tree', format, 'main'])).trim().split('\n')).toEqual(kept)
})

test('the diff of two commits has each file, its lines, and the components of pipelines', async () => {
  const odd = 'odd "name"\t\u00fc/é.txt'.replace('\t', ' ')
  const { commit, diff } = await twoBranches({ 'p.orch.yaml': pipeline('1', '1'), old: 'x\n', [odd]: 'a\n' })
  await commit('topic', {
    'p.orch.yaml': pipeline('2', '1', script('More', '1')),
    old: undefined,
    [odd]: 'b\n',
    fresh: 'diff --git a/x b/x\n',
  })
  const { status, body } = await diff('from=main&to=topic')
  expect([status, body['total'], body.results.map(({ path, change }) => [path, change])]).toEqual([
    200,
    4,
    [
      ['fresh', 'ADDED'],
      [odd, 'MODIFIED'],
      ['old', 'REMOVED'],
      ['p.orch.yaml', 'MODIFIED'],
    ],
  ])
  expect(body.results.map(({ diffTruncated }) => diffTruncated)).toEqual([false, false, false, false])
  expect(body.results[0]!['diff']).toContain('+diff --git a/x b/x')
  expect(body.results[1]!['diff']).toMatch(/-a\n\+b/)
  expect(body.results[3]!['components']).toEqual({ added: ['More'], changed: ['One'], removed: [] })
  expect((await diff('from=main&to=topic&size=1&page=3')).body).toMatchObject({
    total: 4,
    results: [{ path: 'p.orch.yaml' }],
  })
  expect((await diff('from=main&to=main')).body).toMatchObject({ total: 0, results: [] })
  expect((await diff('from=main&to=absent')).status).toBe(404)
  expect((await diff('from=a..b&to=main')).status).toBe(400)
  expect((await diff('from=main')).status).toBe(400)
})

test('a difference of megabytes is listed, its text cut or left out', async () => {
  const { commit, diff } = await twoBranches({ 'a.txt': 'a' })
  await commit('topic', { 'large.txt': 'line\n'.repeat(100_000) })
  const { body } = await diff('from=main&to=topic')
  expect(body.results).toMatchObject([{ path: 'large.txt', diffTruncated: true }])
  expect(JSON.stringify(body).length).toBeLessThan(200_000)
})

test('only what exists is merged, and only into a branch', async () => {
  const { merge } = await twoBranches({ 'a.txt': 'a' })
  expect((await merge({ source: 'absent' })).status).toBe(404)
  expect((await merge({ target: 'absent' })).status).toBe(404)
  expect((await merge({ source: 'a..b' })).status).toBe(400)
})

test('a pipeline that Git would join and break is a conflict, and is settled like any other', async () => {
  const lines = (name: string) => `        # ${name} 1\n        # ${name} 2\n        # ${name} 3\n`
  const file = (added = '', last = '') =>
    pipeline(
      'a',
      'b',
      `${lines('one')}${added}${script('Middle', 'c')}${lines('two')}${script('End', 'd')}${last}`,
    )
  const linked = file('', '      transitions: { success: [ Middle ] }\n')
  const without = file().replace(`${script('Middle', 'c')}${lines('two')}`, '')
  const { commit, merge, show } = await twoBranches({ 'Twice.orch.yaml': file(), 'Linked.orch.yaml': file() })
  const targetCommit = await commit('main', {
    'Twice.orch.yaml': file(script('New', 'ours')),
    'Linked.orch.yaml': without,
  })
  const sourceCommit = await commit('topic', {
    'Twice.orch.yaml': file('', script('New', 'theirs')),
    'Linked.orch.yaml': linked,
  })
  const { status, body } = await merge()
  expect(status).toBe(409)
  expect(body.conflicts).toMatchObject([
    {
      path: 'Linked.orch.yaml',
      base: { content: file() },
      theirs: { content: without },
      yours: { content: linked },
    },
    { path: 'Twice.orch.yaml', components: ['New'] },
  ])
  const resolutions = [
    { path: 'Linked.orch.yaml', keep: 'SOURCE' },
    { path: 'Twice.orch.yaml', keep: 'TARGET' },
  ]
  expect(await merge({ resolutions, targetCommit, sourceCommit })).toMatchObject({
    status: 200,
  })
  expect(await show('Linked.orch.yaml')).toBe(linked)
})
