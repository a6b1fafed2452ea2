import { expect, test } from 'vitest'
import { createCredit } from './credit.ts'

test('the total is what was received and the places that are free', () => {
  const announced: number[] = []
  const credit = createCredit(2, () => void announced.push(credit.total()))
  expect(credit.total()).toBe(2)
  credit.received()
  credit.received()
  expect(credit.total()).toBe(2)
  credit.released(false)
  expect(announced).toEqual([3])
  credit.received()
  credit.released(false)
  credit.released(false)
  expect(announced).toEqual([3, 4, 5])
})

test('a new session counts from its beginning', () => {
  const credit = createCredit(2, () => {})
  credit.received()
  credit.released(false)
  credit.restart()
  expect(credit.total()).toBe(2)
})

test('a runner that stops asks for nothing more, whatever ends', () => {
  const announced: number[] = []
  const credit = createCredit(2, () => void announced.push(credit.total()))
  credit.received()
  credit.close()
  credit.released(false)
  expect(announced).toEqual([])
  expect(credit.total()).toBe(1)
})

test('what has ended gives its place free before it is on disk, as often as there are places', () => {
  const credit = createCredit(2, () => {})
  for (let i = 0; i < 2; i++) {
    credit.received()
    credit.ended()
  }
  expect(credit.total()).toBe(4) // two wait for the disk, two may run
  credit.received()
  credit.ended()
  expect(credit.total()).toBe(4)
  credit.received()
  expect(credit.total()).toBe(4)
  credit.released(true)
  expect(credit.total()).toBe(5)
})

test('a slot that is released twice is an internal error, not a slot too many', () => {
  const credit = createCredit(2, () => {})
  credit.received()
  credit.released(false)
  expect(() => credit.released(false)).toThrow('Invariant broken: a slot was released twice')
})
