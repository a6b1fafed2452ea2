import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { requireInstallation } from './attach-database.ts'

test('a folder without an installation and one that cannot be read are told apart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headrace-attach-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const embedded = { databaseUrl: undefined }

  await expect(requireInstallation(embedded, folder, 'Nothing')).rejects.toThrow(
    `Nothing: ${folder} contains no installation. Set HEADRACE_DATA_DIR.`,
  )
  await writeFile(join(folder, 'postgres'), 'no folder')
  await expect(requireInstallation(embedded, folder, 'Nothing')).rejects.toThrow(
    `Nothing: ${folder} cannot be read: ENOTDIR`,
  )
})
