import { expect, test } from 'vitest'
import type { Manifest } from './format.ts'
import { backupSummary } from './summary.ts'

const manifest = { tables: [], repositories: [], hasMasterKey: false } as unknown as Manifest
const said = (hasLake: boolean, folders: readonly string[], missing: readonly string[] = []) =>
  backupSummary(
    'b.tar',
    { manifest: { ...manifest, folders }, bytes: 0, missing },
    {
      gitDir: undefined,
      filesDir: undefined,
      hasLake,
    },
  )

test('a backup says that the catalog of a lake is not in it, also where its files are', () => {
  expect(said(true, ['files', 'warehouse'])).toMatch(/Not included: the catalog of the lake/)
  expect(said(false, ['files', 'warehouse'])).not.toContain('Not included')
  expect(said(false, ['files'])).not.toContain('lake')
})

test('a backup names the hosted repositories whose folder is gone', () => {
  const text = said(false, ['files', 'warehouse'], ['a.git', 'b.git'])
  expect(text).toContain('Not included: hosted repositories that are not there: a.git, b.git.')
})
