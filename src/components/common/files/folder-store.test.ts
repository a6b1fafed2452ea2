import { randomUUID } from 'node:crypto'
import { access, appendFile, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolder } from './folder-store.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headrace-folder-'))
})
afterEach(() => rm(folder, { recursive: true }))

const open = () => openFolder(folder, '', new AbortController().signal)
const listed = async () => (await Array.fromAsync(open().list())).flat()

test('a file that is still being written is none, and one that was left for a day goes', async () => {
  const [fresh, old] = [0, 1].map(() => join(folder, `.orders.csv.${randomUUID()}.part`)) as [string, string]
  for (const path of [fresh, old, join(folder, 'orders.csv.part')]) await writeFile(path, 'half')
  const before = new Date(Date.now() - 25 * 3_600_000)
  await utimes(old, before, before)
  expect((await listed()).map(({ name }) => name)).toEqual(['orders.csv.part'])
  await access(fresh)
  await expect(access(old)).rejects.toThrow('ENOENT')
})

test('files that disappear while a folder is listed are not in it', async () => {
  const names = Array.from({ length: 500 }, (_, number) => `${String(number).padStart(3, '0')}.csv`)
  for (const name of names) await writeFile(join(folder, name), 'x')
  const listing = listed()
  for (const name of names.toReversed()) await rm(join(folder, name))
  expect((await listing).length).toBeLessThanOrEqual(names.length)
})

test('a file that changes after it was listed, or while it is read, is not taken for what was listed', async () => {
  const path = join(folder, 'orders.csv')
  await writeFile(path, 'x'.repeat(600_000))
  const [file] = await listed()
  const all = open().read(file!)
  await all.next()
  await appendFile(path, 'y')
  await expect(Array.fromAsync(all)).rejects.toThrow('"orders.csv" changed since it was listed')
  await expect(Array.fromAsync(open().read(file!))).rejects.toThrow('changed since it was listed')
  const [now] = await listed()
  expect(Buffer.concat(await Array.fromAsync(open().read(now!)))).toHaveLength(600_001)
})
