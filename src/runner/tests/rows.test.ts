import { expect, test } from 'vitest'
import { parseWithNumbers } from '../../lib/json-numbers.ts'
import { hasJson } from './assertions.ts'
import { cellsMatch, compareRows, rowsText } from './rows.ts'

test.each([
  [1, '1', true],
  [1, '1.00', true],
  [1.5, '1.50', true],
  [1, '2', false],
  [0, '', false],
  [JSON.rawJSON('1.50'), '1.5', true],
  [JSON.rawJSON('-0.0'), '0', true],
  [-1, '1', false],
  [JSON.rawJSON('1234567890123456.78'), '1234567890123456.79', false],
  [JSON.rawJSON('9007199254740993'), '9007199254740992', false],
  [JSON.rawJSON('0.12345678901234567890'), '0.1234567890123456789', true],
  [JSON.rawJSON('0.12345678901234567890'), '0.12345678901234567891', false],
  [JSON.rawJSON('1e3'), '1000', true],
  [1, '0x1', false],
  [1, 'EU', false],
  ['1.50', '1.5', false],
  ['007', '7', false],
  ['7', '007', false],
  ['EU', 'EU', true],
  ['EU', 'eu', false],
  ['', null, false],
  [null, null, true],
  [null, '', false],
  [true, 'true', true],
  [true, 't', true],
  [false, 'true', false],
] as const)('%j is expected, %j is there: %s', (expected, actual, matches) => {
  expect(cellsMatch(expected, actual)).toBe(matches)
})

const actual = [
  ['EU', '1'],
  ['US', '2'],
]

test('rows are compared in any order unless the order counts', () => {
  const turned = actual.toReversed()
  expect(compareRows(turned, actual, false)).toBeUndefined()
  expect(compareRows(turned, actual, true)).toMatchObject({ missing: turned })
  expect(compareRows(actual, actual, true)).toBeUndefined()
})

test('of equal rows each counts, and both sides of a difference are named', () => {
  expect(compareRows([...actual, ['EU', 1]], actual, false)).toEqual({ missing: [['EU', 1]], unexpected: [] })
  expect(compareRows([['EU', 1]], actual, false)).toEqual({ missing: [], unexpected: [['US', '2']] })
})

test('a long list of rows is cut', () => {
  const many = Array.from({ length: 12 }, (_, at) => [String(at)])
  expect(rowsText(many).split('\n').slice(-2)).toEqual(['9', '… and 2 more'])
})

test.each([
  ['{"total":3.5}', true],
  ['{"total":3.500}', true],
  ['{"total":"3.50"}', false],
  ['{"total":3.50000000000000000001}', false],
])('a body with the number 3.50 is expected, %s is there: %s', (json, isThere) => {
  const actual = parseWithNumbers(json, JSON.rawJSON)
  expect(hasJson({ total: JSON.rawJSON('3.50') }, actual)).toBe(isThere)
  expect(hasJson({ total: 3.5 }, actual)).toBe(isThere)
})
