import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../lib/startup-error.ts'
import { filesBelow } from './files-below.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['a/b', 'c', 'd']) {
    await mkdir(join(folder, name), { recursive: true })
    await writeFile(join(folder, name, 'file'), '')
  }
})

test('files at any depth are found, and what links point at is not', async () => {
  await symlink(join(folder, 'a'), join(folder, 'link'))
  const found = await Array.fromAsync(filesBelow(folder))
  expect(found.sort()).toEqual(['a/b/file', 'c/file', 'd/file'].map((name) => join(folder, name)))
})

test('a folder that is removed during the listing takes no other with it', async () => {
  const [gone, kept] = [join(folder, 'gone'), ['a/b', 'c', 'd'].map((name) => join(folder, name))]
  await mkdir(gone)
  const found: string[] = []
  for await (const path of filesBelow(folder)) {
    found.push(path)
    if (found.length === 1)
      for (const other of [gone, ...kept]) if (other !== dirname(path)) await rm(other, { recursive: true })
  }
  expect(found).toHaveLength(1)
})

test('a folder that is not there has no files; one that cannot be read is an error', async () => {
  expect(await Array.fromAsync(filesBelow(join(folder, 'none')))).toEqual([])
  const outcome = Array.fromAsync(filesBelow(join(folder, 'c/file')))
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(/^The backup cannot read .*c\/file: ENOTDIR/)
})

test.runIf(process.platform === 'linux')(
  'a name that is not UTF-8 is an error, not a file less',
  async () => {
    await writeFile(join(folder, 'c/\ufffd.csv'), '')
    expect(await Array.fromAsync(filesBelow(join(folder, 'c')))).toHaveLength(2)
    await writeFile(
      Buffer.concat([Buffer.from(join(folder, 'c/M')), Buffer.from([0xe4]), Buffer.from('rz.csv')]),
      '',
    )
    await expect(Array.fromAsync(filesBelow(folder))).rejects.toThrow(
      /^The name of .*M\ufffdrz\.csv is not UTF-8/,
    )
  },
)
