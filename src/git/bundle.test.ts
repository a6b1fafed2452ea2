import { createWriteStream } from 'node:fs'
import { chown, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { aWorkingCopy, git, refsOf, useFolder } from '../../test/support/git.ts'
import { createBare, nameHead, setHead } from './bare.ts'
import { bundleOf, unbundle } from './bundle.ts'
import { listLocalRefs } from './refs.ts'
import { GitError } from './run-git.ts'

const folder = useFolder()

async function aHosted(name: string): Promise<string> {
  const hosted = join(folder.path, name)
  await createBare(hosted)
  return hosted
}

/** Bundles `hosted` and makes it again at `target`. */
async function copyThroughBundle(hosted: string, target: string): Promise<void> {
  const { head, bytes } = await bundleOf(hosted)
  const file = bytes === undefined ? undefined : `${target}.bundle`
  if (bytes !== undefined) await pipeline(bytes, createWriteStream(file!))
  await unbundle(file, target, head)
}

test('a repository comes back with every ref, its branch for clones and the settings of hosted ones', async () => {
  const hosted = await aHosted('full.git')
  const copy = await aWorkingCopy(join(folder.path, 'copy'))
  await git(copy, ['tag', '-a', 'v1', '-m', 'One'])
  await git(copy, ['push', '--quiet', hosted, 'main', 'main:refs/heads/work', 'v1', 'main:refs/notes/x'])
  await setHead(hosted, 'refs/heads/work')
  const target = join(folder.path, 'again.git')

  await copyThroughBundle(hosted, target)

  expect(await refsOf(target)).toBe(await refsOf(hosted))
  expect(await readFile(join(target, 'HEAD'), 'utf8')).toBe('ref: refs/heads/work\n')
  expect(await readFile(join(target, 'config'), 'utf8')).toContain('fsckObjects = true')
  await git(target, ['fsck', '--strict'])
})

test.skipIf(process.getuid?.() !== 0)(
  'a repository whose folder belongs to another account is bundled',
  async () => {
    const hosted = await aHosted('of-another.git')
    const copy = await aWorkingCopy(join(folder.path, 'copy-of-another'))
    await git(copy, ['push', '--quiet', hosted, 'main'])
    await chown(hosted, 65_534, 65_534)
    const target = join(folder.path, 'of-another-again.git')

    await copyThroughBundle(hosted, target)

    expect(await refsOf(target)).toBe(await refsOf(copy))
  },
)

test('a repository without a commit comes back without one', async () => {
  const hosted = await aHosted('empty.git')
  await setHead(hosted, 'refs/heads/trunk')
  const target = join(folder.path, 'empty-again.git')

  await copyThroughBundle(hosted, target)

  expect(await refsOf(target)).toBe('')
  expect(await readFile(join(target, 'HEAD'), 'utf8')).toBe('ref: refs/heads/trunk\n')
})

test('a repository with nothing but a branch whose name is no UTF-8 keeps its default branch', async () => {
  const hosted = await aHosted('latin1.git')
  await nameHead(hosted, { refs: new Map([['refs/heads/gr\u{f6}\u{df}e', '1']]), head: 'refs/heads/main' })
  expect(await readFile(join(hosted, 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n')
})

test.each(['größe', '张三'])('a default branch named %s comes back under its name', async (branch) => {
  const hosted = await aHosted(`named-${branch}.git`)
  const copy = await aWorkingCopy(join(folder.path, `copy-${branch}`))
  await git(copy, ['push', '--quiet', hosted, `main:refs/heads/${branch}`])
  await nameHead(hosted, await listLocalRefs(hosted))
  const target = join(folder.path, `again-${branch}.git`)

  await copyThroughBundle(hosted, target)

  expect(await readFile(join(target, 'HEAD'), 'utf8')).toBe(`ref: refs/heads/${branch}\n`)
})

test('a bundle that is cut leaves nothing behind', async () => {
  const hosted = await aHosted('cut.git')
  const copy = await aWorkingCopy(join(folder.path, 'cut-copy'))
  await git(copy, ['push', '--quiet', hosted, 'main'])
  const file = join(folder.path, 'cut.bundle')
  const bytes = Buffer.concat(await Array.fromAsync((await bundleOf(hosted)).bytes!))
  await writeFile(file, bytes.subarray(0, -30))
  await expect(unbundle(file, join(folder.path, 'again-cut.git'), 'refs/heads/main')).rejects.toThrow(
    GitError,
  )
  expect((await readdir(folder.path)).filter((name) => name.startsWith('again-cut'))).toEqual([])
})

test('a repository whose objects are gone is not bundled as if it were whole', async () => {
  const hosted = await aHosted('broken.git')
  const copy = await aWorkingCopy(join(folder.path, 'broken-copy'))
  await git(copy, ['push', '--quiet', hosted, 'main'])
  await rm(join(hosted, 'objects', 'pack'), { recursive: true })
  const { bytes } = await bundleOf(hosted)
  await expect(Array.fromAsync(bytes!)).rejects.toThrow(GitError)
})
