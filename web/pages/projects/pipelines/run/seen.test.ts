import { expect, test } from 'vitest'
import { notThere, seenVersion } from './seen.ts'

const versions = [
  { versionName: 'v4', commitHash: 'bbb', enabled: false },
  { versionName: 'v3', commitHash: 'aaa', enabled: true },
  { versionName: 'v2', commitHash: 'bbb', enabled: true },
  { versionName: 'v1', commitHash: 'bbb', enabled: true },
  { versionName: 'upload', enabled: true },
]

test('a commit runs as the newest enabled version that was published from it, never as another', () => {
  expect(seenVersion({ commitHash: 'bbb' }, versions)).toBe('v2')
  expect(seenVersion({ commitHash: 'ccc' }, versions)).toBeUndefined()
  expect(notThere({ commitHash: '0123456789abcdef' }, 'Test')).toBe(
    'Commit 01234567 is not published to Test. Choose the version to run instead',
  )
})

test('a version that is shown runs, and is not replaced by the latest where it is absent', () => {
  expect(seenVersion({ versionName: 'v1' }, versions)).toBe('v1')
  expect(seenVersion({ versionName: 'v4' }, versions)).toBeUndefined()
  expect(seenVersion({ versionName: 'v9' }, versions)).toBeUndefined()
})
