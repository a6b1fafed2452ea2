import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aWorkingCopy, commit, git, useFolder } from '../../../test/support/git.ts'
import { listTree } from '../../git/content.ts'
import type { GitHosts } from '../../git/hosts.ts'
import type { AuthenticatedLocation } from '../../git/providers/provider.ts'
import { Problem } from '../../lib/problem.ts'
import { createCopies } from './copies.ts'

const folder = useFolder()
const location = {
  projectId: '5b1f7bd8-0000-7000-8000-000000000000',
  provider: 'git',
  repositoryName: 'x',
  providerParameters: {},
  token: undefined,
} as unknown as AuthenticatedLocation

const copiesOf = (remote: () => Promise<object>) =>
  createCopies({
    root: folder.path,
    providers: { git: { remote } } as unknown as GitHosts['providers'],
    policy: { allowPrivateAddresses: true },
    maxRepositoryBytes: 2 ** 30,
  } as GitHosts)

test('who asks for the newest state gets a fetch that began afterwards, and shares it', async () => {
  const path = await aWorkingCopy(join(folder.path, 'source'))
  const [begun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let fetches = 0
  const remote = async () => {
    fetches++
    if (fetches === 2) {
      begun.resolve()
      await mayGoOn.promise
    }
    return { kind: 'folder', path } as const
  }
  const copies = copiesOf(remote)
  await copies.folderOf(location)
  const first = copies.folderOf(location, 0)
  await begun.promise
  const pushed = await commit(path, { 'a.txt': 'a' }, 'Pushed meanwhile')
  const others = [copies.folderOf(location, 0), copies.folderOf(location, 0)]
  mayGoOn.resolve()
  const [copy] = await Promise.all([...others, first])
  expect((await git(copy!, ['rev-parse', 'main'])).trim()).toBe(pushed)
  expect(fetches).toBe(3)
  await copies.folderOf(location)
  expect(fetches).toBe(3)
})

test.each(['HEAD:a.txt', 'HEAD:b'])('a copy that turns out to lack %s is made again', async (name) => {
  const path = await aWorkingCopy(join(folder.path, name), { 'a.txt': name, 'b/c.txt': 'c' })
  const copies = copiesOf(async () => ({ kind: 'folder', path }))
  const copy = await copies.folderOf(location, 0)
  const oid = (await git(copy, ['rev-parse', name])).trim()
  await rm(join(copy, 'objects', oid.slice(0, 2), oid.slice(2)))
  const failure = await listTree(copy, 'HEAD').catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(Problem)
  expect(failure).toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/lacks objects.*try again/),
  })
  expect(await listTree(await copies.folderOf(location), 'HEAD')).toHaveLength(2)
})
