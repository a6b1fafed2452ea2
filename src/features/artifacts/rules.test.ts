import { expect, test } from 'vitest'
import { fileObjections } from './rules.ts'

test('paths of real repositories are accepted', () => {
  expect(fileObjections(['a.orch.yaml', 'Folder with blank /b.tran.yaml', '_lib/x.sql'])).toEqual([])
})

test('every path outside a repository is named', () => {
  const bad = ['/etc/passwd', '../up', 'a//b', 'a\\b', 'x\u0000', 'twice', 'twice', '表'.repeat(334)]
  expect(fileObjections(bad)).toHaveLength(7)
  expect(fileObjections(['表'.repeat(333)])).toEqual([])
})

test('a version without files is refused', () => {
  expect(fileObjections([])).toHaveLength(1)
})
