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

test.each([
  ['a line break', '"x\ny"\tz', ['x\ny', 'z']],
  ['a tab and quotes', '"x\t""y"""\tz\n', ['x\t"y"', 'z']],
  ['quotes of its own', '"x"\t"y" z', ['"x"', '"y" z']],
  ['nothing in it', '\tz', ['', 'z']],
])('a cell with %s stays one cell', (_, text, row) => {
  expect(pasted([['', '']], 2, { row: 0, column: 0 }, text)).toEqual([row])
})
