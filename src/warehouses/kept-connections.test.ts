import { expect, test } from 'vitest'
import { keptConnections } from './kept-connections.ts'

test('settings share what is open, and only those that were used last are kept', () => {
  const kept = keptConnections<{ readonly made: string }>(2)
  const open = (password: string) => kept.get({ host: 'db', password }, () => ({ made: password }))
  const [first, second] = [open('a'), open('b')]
  expect(open('a')).toBe(first)
  const third = open('c')
  expect(open('a')).toBe(first)
  expect(kept.takeAll()).toEqual(expect.arrayContaining([first, third]))
  expect(kept.takeAll()).toEqual([])
  expect(open('b')).not.toBe(second)
})
