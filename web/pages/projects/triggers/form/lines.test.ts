import { expect, test } from 'vitest'
import { linesOf } from './lines.ts'

test('each value is shown with the path that leads to it; a list is one value', () => {
  const file = { name: 'a.csv', bytes: 3, 'last modified': null }
  expect(linesOf({ cause: 'a', file, rows: [['1'], ['2']] })).toEqual([
    ['$.cause', 'a'],
    ['$.file.name', 'a.csv'],
    ['$.file.bytes', '3'],
    ['$.file["last modified"]', 'null'],
    ['$.rows', '[["1"],["2"]]'],
  ])
  expect(linesOf({})).toEqual([])
})
