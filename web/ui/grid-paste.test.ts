import { expect, test } from 'vitest'
import { pasted } from './grid-paste.ts'

test('what a spreadsheet copied fills cells from the one it is pasted into, and adds rows', () => {
  expect(pasted([['a', 'b']], 2, { row: 0, column: 1 }, 'x\r\ny\r\n')).toEqual([
    ['a', 'x'],
    ['', 'y'],
  ])
})

test('cells right of the last column are left out', () => {
  expect(pasted([['a', 'b']], 2, { row: 0, column: 1 }, 'x\ty')).toEqual([['a', 'x']])
})
