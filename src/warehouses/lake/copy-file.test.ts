import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { LakeConnection } from '../connection.ts'
import { type CopyOptions, type CopyTools, copyFile } from './copy-file.ts'

test('a file that cannot be looked at fails the copy, and is not taken for one that is not there', async () => {
  const belowAFile = `${fileURLToPath(import.meta.url)}/dev.duckdb`
  // Nothing of the lake is needed before that.
  const copy = copyFile(belowAFile, {} as LakeConnection, {} as CopyTools, {} as CopyOptions)
  await expect(copy).rejects.toThrow(/^The DuckDB file of the environment cannot be read: .*ENOTDIR/)
})
