import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { StartupError } from '../../lib/startup-error.ts'
import { createBackupFile } from './backup-file.ts'
import { membersOf } from './read-backup.ts'

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-backup-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

test('of two backups with one name at a time the later one is whole, and the other one fails', async () => {
  const folder = await aFolder()
  const path = join(folder, 'it.tar')
  await writeFile(`${path}.partial`, 'of one that was interrupted')
  const [earlier, later] = [await createBackupFile(path), await createBackupFile(path)]
  await earlier.add('row', Buffer.alloc(4_096, 'a'))
  await later.add('row', Buffer.alloc(1_024, 'b'))

  await expect(earlier.finish()).rejects.toThrow(`Another backup was begun as ${path} meanwhile`)
  await earlier.discard()
  await later.finish()

  expect(await readdir(folder)).toEqual(['it.tar'])
  const [written] = await Array.fromAsync(membersOf(path), async ({ body }) =>
    (await buffer(body)).toString(),
  )
  expect(written).toBe('b'.repeat(1_024))
})

test.runIf(process.platform === 'linux')('a disk without room is a sentence, and nothing stays', async () => {
  const folder = await aFolder()
  const file = await createBackupFile(join(folder, 'it.tar'))
  await using full = await open('/dev/full', 'w')
  const write = full.write.bind(full)
  vi.spyOn(Object.getPrototypeOf(full) as typeof full, 'write').mockImplementation(write)
  onTestFinished(() => void vi.restoreAllMocks())
  const outcome = file.add('row', Buffer.from('content'))
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(/^The backup cannot be written: ENOSPC/)
  await file.discard()
  expect(await readdir(folder)).toEqual([])
})
