import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aWorkingCopy, commit, git, refsOf } from '../../test/support/git.ts'
import { type GitServer, startPlainServer } from '../../test/support/providers/git-server.ts'
import { fill } from '../../test/support/repositories.ts'
import { parseAddress } from './address.ts'
import { DamagedRepositoryError, listTree, readBlobs } from './content.ts'
import { copyFrom, RepositoryTooLargeError } from './mirror.ts'

let folder = ''
let server: GitServer
let source = ''
let copy = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-mirror-'))
  server = await startPlainServer()
  source = await server.create('x.git')
  copy = await aWorkingCopy(join(folder, 'copy'))
  await git(copy, ['push', '--quiet', source, 'main'])
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const limits = { policy: { allowPrivateAddresses: true }, timeoutMs: 30_000, maxBytes: 2 ** 30 }
const remote = (name: string) => {
  const address = parseAddress(`${server.origin}/${name}`)
  if (typeof address === 'string') throw new Error(address)
  return { kind: 'network', address } as const
}

test('F17: a copy follows its source, deletions included', async () => {
  const target = join(folder, 'follows.git')
  await git(copy, ['push', '--quiet', source, 'main:refs/heads/old'])
  await copyFrom(remote('x.git'), target, limits)
  expect(await refsOf(target)).toBe(await refsOf(source))
  await commit(copy, { 'a.txt': 'a' }, 'More')
  await git(copy, ['push', '--quiet', source, 'main', ':refs/heads/old'])
  await copyFrom(remote('x.git'), target, limits)
  expect(await refsOf(target)).toBe(await refsOf(source))
})

test('a copy follows the default branch of its source', async () => {
  const target = join(folder, 'default.git')
  // In UTF-8, à ends with a byte that Latin-1 takes for a space.
  await git(copy, ['push', '--quiet', source, 'main:refs/heads/grün', 'main:refs/heads/voilà'])
  await copyFrom(remote('x.git'), target, limits)
  for (const branch of ['grün', 'voilà', 'main']) {
    await git(source, ['symbolic-ref', 'HEAD', `refs/heads/${branch}`])
    await copyFrom(remote('x.git'), target, limits)
    expect((await git(target, ['symbolic-ref', 'HEAD'])).trim()).toBe(`refs/heads/${branch}`)
  }
})

test('a copy that lacks objects is not read as one with fewer files', async () => {
  const target = await aWorkingCopy(join(folder, 'lacks'), { 'a.txt': 'a', 'b.txt': 'b' })
  const blob = (await git(target, ['rev-parse', 'HEAD:a.txt'])).trim()
  await rm(join(target, '.git', 'objects', blob.slice(0, 2), blob.slice(2)))
  await expect(listTree(target, 'HEAD')).rejects.toThrow()
  await expect(readBlobs(target, [blob], 1_000)).rejects.toThrow(DamagedRepositoryError)
})

test.each([
  ['a lock that a killed process left', (target: string) => writeFile(join(target, 'packed-refs.lock'), '')],
  ['a HEAD that is no longer one', (target: string) => writeFile(join(target, 'HEAD'), '')],
  ['objects that are gone', (target: string) => rm(join(target, 'objects', 'pack'), { recursive: true })],
])('a copy with %s is created again', async (_what, damage) => {
  const target = join(folder, `damaged-${Math.random()}.git`)
  await copyFrom(remote('x.git'), target, limits)
  await damage(target)
  await commit(copy, { 'b.txt': String(Math.random()) }, 'More')
  await git(copy, ['push', '--quiet', source, 'main'])
  await copyFrom(remote('x.git'), target, limits)
  expect(await refsOf(target)).toBe(await refsOf(source))
  await git(target, ['fsck', '--connectivity-only'])
})

test('a repository that is larger than allowed is given up on the way, and nothing is left of it', async () => {
  const large = await aWorkingCopy(join(folder, 'large'))
  await fill(large, 3_000, 2_000)
  await git(await server.create('large.git'), ['fetch', '--quiet', large, '+refs/*:refs/*'])
  const target = join(folder, 'too-large.git')
  const attempt = copyFrom(remote('large.git'), target, { ...limits, maxBytes: 100_000 })
  await expect(attempt).rejects.toThrow(RepositoryTooLargeError)
  await expect(git(folder, ['-C', target, 'status'])).rejects.toThrow()
  expect((await readdir(folder)).filter((name) => name.startsWith('too-large'))).toEqual([])
})
