import { expect, test } from 'vitest'
import { found, lastPart, treeOf } from './folders.ts'

const file = (path: string) => ({ path, bytes: 1, kind: 'file' as const })
const files = ['README.md', 'sales/Daily.orch.yaml', 'sales/sql/load.sql'].map(file)

test('files are listed in their folders, folders first', () => {
  expect(treeOf(files)).toEqual({
    path: '',
    name: '',
    folders: [
      {
        path: 'sales',
        name: 'sales',
        folders: [{ path: 'sales/sql', name: 'sql', folders: [], files: [file('sales/sql/load.sql')] }],
        files: [file('sales/Daily.orch.yaml')],
      },
    ],
    files: [file('README.md')],
  })
})

test('every word that is looked for must be in the path', () => {
  expect(found(files, 'SALES sql').map(({ path }) => path)).toEqual(['sales/sql/load.sql'])
  expect(found(files, ' ')).toHaveLength(3)
  expect(lastPart('sales/sql/load.sql')).toBe('load.sql')
})
