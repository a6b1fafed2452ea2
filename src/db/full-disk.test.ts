import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseProblem } from './errors.ts'
import { watchDisk } from './full-disk.ts'

const refusal = (code: string) => Object.assign(new pg.DatabaseError('refused', 0, 'error'), { code })

test('a disk is full from a refusal for want of room until there was none for half a minute', () => {
  let now = 0
  const disk = watchDisk(() => now)
  disk.note(refusal('53200'))
  disk.note(new Error('no space left on device'))
  expect(disk.isFull()).toBe(false)
  disk.note(refusal('53100'))
  expect(disk.isFull()).toBe(true)
  now = 29_000
  disk.note(refusal('53100'))
  now = 58_000
  expect(disk.isFull()).toBe(true)
  now = 60_000
  expect(disk.isFull()).toBe(false)
})

test('a client learns that the disk is full, and when to try again', () => {
  expect(databaseProblem(refusal('53100'))).toMatchObject({
    kind: 'service-unavailable',
    message: 'The disk of the database is full; try again when it has room',
    retryAfterSeconds: 30,
  })
})
