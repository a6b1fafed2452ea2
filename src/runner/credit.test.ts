import { expect, test } from 'vitest'
import { createCredit } from './credit.ts'

test('the total is what was received and the places that are free', () => {
  const announced: number[] = []
  const credit = createCredit(2, () => void announced.push(credit.total()))
  expect(credit.total()).toBe(2)
  credit.received()
  credit.received()
  expect(credit.total()).toBe(2)
  credit.released()
  expect(announced).toEqual([3])
  credit.received()
  credit.released()
  credit.released()
  expect(announced).toEqual([3, 4, 5])
})

test('a new session counts from its beginning', () => {
  const credit = createCredit(2, () => {})
  credit.received()
  credit.released()
  credit.restart()
  expect(credit.total()).toBe(2)
})

test('a runner that stops asks for nothing more, whatever ends', () => {
  const announced: number[] = []
  const credit = createCredit(2, () => void announced.push(credit.total()))
  credit.received()
  credit.close()
  credit.released()
  expect(announced).toEqual([])
  expect(credit.total()).toBe(1)
})
