import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aWorkingCopy, commit, useFolder } from '../../test/support/git.ts'
import { differencesOf, textDiffsOf } from './diff.ts'

const folder = useFolder()

test('a file that is too large to be compared by lines does not keep the others from being compared', async () => {
  const copy = await aWorkingCopy(join(folder.path, 'large'), { 'small.txt': 'one\n' })
  const before = await commit(copy, { 'small.txt': 'two\n' }, 'Two')
  const large = 'a line of a large file\n'.repeat(800_000)
  const after = await commit(copy, { 'small.txt': 'three\n', 'large.txt': large }, 'Three')
  const differences = await differencesOf(copy, before, after)
  expect(differences.map(({ path }) => path)).toEqual(['large.txt', 'small.txt'])
  const texts = await textDiffsOf(copy, before, after, differences)
  expect(texts).toEqual([
    expect.stringContaining('Binary files /dev/null and b/large.txt differ'),
    expect.stringContaining('-two\n+three'),
  ])
})
