import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { StartupError } from '../../lib/startup-error.ts'
import { createBackupFile } from './backup-file.ts'

test.runIf(process.platform === 'linux')('a disk without room is a sentence, and nothing stays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-backup-file-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink('/dev/full', join(folder, 'it.tar.partial'))
  const file = await createBackupFile(join(folder, 'it.tar'))
  const outcome = file.add('row', Buffer.from('content'))
  await expect(outcome).rejects.toThrow(StartupError)
  await expect(outcome).rejects.toThrow(/^The backup cannot be written: ENOSPC/)
  await file.discard()
  expect(await readdir(folder)).toEqual([])
})
