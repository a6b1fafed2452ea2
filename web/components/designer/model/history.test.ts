import { expect, test } from 'vitest'
import { beginning, redone, undone, withText } from './history.ts'

test('edits are undone and redone one by one; a new edit forgets what was undone', () => {
  const three = withText(withText(beginning('a'), 'b', 0), 'c', 0)
  const one = undone(undone(undone(three)))
  expect(one.present).toBe('a')
  expect(redone(redone(redone(one))).present).toBe('c')
  const other = withText(undone(three), 'd', 0)
  expect(redone(other).present).toBe('d')
  expect(undone(other).present).toBe('b')
})

test('edits of one kind are one step, until time or another edit is between them', () => {
  let history = withText(beginning('0'), '1', 0, 'move A')
  history = withText(history, '2', 500, 'move A')
  expect(undone(history).present).toBe('0')
  expect(undone(withText(history, '3', 600, 'move B')).present).toBe('2')
  expect(undone(withText(history, '3', 5_000, 'move A')).present).toBe('2')
  expect(undone(withText(undone(history), '4', 550, 'move A')).present).toBe('0')
})

test('the oldest of too many texts is forgotten', () => {
  let history = beginning('')
  for (let at = 1; at <= 300; at += 1) history = withText(history, 'x'.repeat(200_000) + at, 0)
  expect(history.past.length).toBeGreaterThan(50)
  expect(history.past.length).toBeLessThan(100)
})
