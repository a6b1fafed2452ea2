import { expect, test } from 'vitest'
import { orchestration, start } from '../../../test/support/pipelines.ts'
import { versionKey } from '../../features/pipelines/service.ts'
import { createValidation } from './validate-files.ts'

const files = [
  { path: 'B.orch.yaml', content: orchestration({ Start: start('Odd'), Odd: { type: 'from-the-future' } }) },
  { path: 'A.orch.yaml', content: 'a: [' },
  { path: 'notes.txt', content: 'a: [' },
]
const unread = () => Promise.reject(new Error('This was to be known without reading it'))

test('a version that was validated to be published is not read again to be shown', async () => {
  const { validateFiles, analyses } = createValidation()
  const faults = await validateFiles(files, 'DUCKDB', 'one')
  expect(new Set(faults.map(({ file }) => file))).toEqual(new Set(['A.orch.yaml', 'B.orch.yaml']))
  const shown = await analyses.of({ key: versionKey('one'), warehouse: 'DUCKDB', read: unread })
  expect(shown.map(({ summary }) => summary.name)).toEqual(['A', 'B'])
  expect(shown.flatMap((file) => file.faults)).toEqual(faults)
})

test('files that are no version are validated and forgotten', async () => {
  const { validateFiles, analyses } = createValidation()
  expect(await validateFiles(files, 'DUCKDB')).not.toEqual([])
  await expect(analyses.of({ key: versionKey('one'), warehouse: 'DUCKDB', read: unread })).rejects.toThrow(
    'without reading',
  )
})
