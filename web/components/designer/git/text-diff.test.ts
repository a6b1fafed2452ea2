import { expect, test } from 'vitest'
import { diffOf } from './text-diff.ts'

const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join('')
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`)

test('a difference is shown with the lines around it, and those far from it are left out', () => {
  const before = text(numbers(1, 20))
  const after = text([...numbers(1, 9), 'ten', ...numbers(11, 20)])
  expect(diffOf(before, after).map(({ change, text: line }) => change + line)).toEqual([
    '@…',
    ...[' 7', ' 8', ' 9', '-10', '+ten', ' 11', ' 12', ' 13'],
    '@…',
  ])
})

test('equal texts differ in nothing; a new file is all new, a deleted one all old', () => {
  expect(diffOf('a\nb\n', 'a\nb\n')).toEqual([])
  expect(diffOf('', 'a\n')).toEqual([{ change: '+', text: 'a' }])
  expect(diffOf('a\r\nb', '')).toEqual([
    { change: '-', text: 'a' },
    { change: '-', text: 'b' },
  ])
})
