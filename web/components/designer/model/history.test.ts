import { expect, test } from 'vitest'
import { type BasedText, beginning, redone, undone, withFollowed, withTaken, withText } from './history.ts'

const on = (baseCommit: string | undefined, text: string): BasedText => ({ text, baseCommit })

test('edits are undone and redone one by one; a new edit forgets what was undone', () => {
  const three = withText(withText(beginning(on('c1', 'a')), 'b', 0), 'c', 0)
  const one = undone(undone(undone(three)))
  expect(one.present.text).toBe('a')
  expect(redone(redone(redone(one))).present.text).toBe('c')
  const other = withText(undone(three), 'd', 0)
  expect(redone(other).present.text).toBe('d')
  expect(undone(other).present.text).toBe('b')
})

test('edits of one kind are one step, until time or another edit is between them', () => {
  let history = withText(beginning(on('c1', '0')), '1', 0, 'move A')
  history = withText(history, '2', 500, 'move A')
  expect(undone(history).present.text).toBe('0')
  expect(undone(withText(history, '3', 600, 'move B')).present.text).toBe('2')
  expect(undone(withText(history, '3', 5_000, 'move A')).present.text).toBe('2')
  expect(undone(withText(undone(history), '4', 550, 'move A')).present.text).toBe('0')
})

test('the oldest of too many texts is forgotten', () => {
  let history = beginning(on('c1', ''))
  for (let at = 1; at <= 300; at += 1) history = withText(history, 'x'.repeat(200_000) + at, 0)
  expect(history.past.length).toBeGreaterThan(50)
  expect(history.past.length).toBeLessThan(100)
})

test('after a commit of the user alone older texts go on from it; where it has changes of others they stay on their commits', () => {
  const edited = withText(beginning(on(undefined, 'a')), 'b', 0)
  const own = withFollowed(edited, on(undefined, 'b'), on('c1', 'b'))
  expect([own.past, own.present]).toEqual([[on('c1', 'a')], on('c1', 'b')])
  const joined = withFollowed(own, on('c1', 'b'), on('c2', 'b, theirs'))
  const committed = withFollowed(joined, on('c2', 'b, theirs'), on('c3', 'b, theirs'))
  expect(committed.present).toEqual(on('c3', 'b, theirs'))
  expect(undone(committed).present).toEqual(on('c1', 'b'))
  expect(withText(undone(committed), 'd', 0).present).toEqual(on('c1', 'd'))
  expect(redone(undone(committed)).present).toEqual(on('c3', 'b, theirs'))
})

test('a text that is taken from elsewhere has its own commit, also where it reads the same', () => {
  const edited = withText(beginning(on('c1', 'a')), 'b', 0)
  expect(withTaken(edited, on('c2', 'z')).past).toEqual([on('c1', 'a'), on('c1', 'b')])
  const same = withTaken(edited, on('c2', 'b'))
  expect([same.past, same.present]).toEqual([[on('c1', 'a')], on('c2', 'b')])
})
