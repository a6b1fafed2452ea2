import { expect, test } from 'vitest'
import { bytesText, readProgress } from './progress.ts'

test('the newest progress of a piece of output is read', () => {
  const text =
    'remote: Counting objects: 100% (9/9), done.\rReceiving objects:  45% (450/1000), 1.20 MiB | 2.00 MiB/s\r'
  expect(readProgress(text)).toEqual({ activity: 'Receiving', done: 450, total: 1000, bytes: 1_258_291 })
  expect(readProgress('Writing objects: 100% (3/3), 264 bytes | 264.00 KiB/s, done.')).toMatchObject({
    bytes: 264,
  })
  expect(readProgress('Total 3 (delta 0), reused 0')).toBeUndefined()
})

test('bytes are written in the units Git uses', () => {
  expect([0, 1023, 1024, 5 * 1024 ** 2, 3 * 1024 ** 3].map(bytesText)).toEqual([
    '0 bytes',
    '1023 bytes',
    '1.0 KiB',
    '5.0 MiB',
    '3.0 GiB',
  ])
})
