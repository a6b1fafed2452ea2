import { expect, test } from 'vitest'
import { inOneLine, isLong, withColumns, writtenValue } from './values.ts'

test('a number is sent as a number, anything else as text', () => {
  expect(writtenValue('NUMBER', ' 12.5 ')).toBe(12.5)
  expect(writtenValue('NUMBER', '-1e3')).toBe(-1000)
  expect(writtenValue('NUMBER', 'many')).toBe('many')
  expect(writtenValue('NUMBER', '')).toBe('')
  expect(writtenValue('NUMBER', 'Infinity')).toBe('Infinity')
  expect(writtenValue('NUMBER', '9007199254740993')).toBe('9007199254740993')
  expect(writtenValue('NUMBER', '0x1F')).toBe('0x1F')
  expect(writtenValue('TEXT', '12')).toBe('12')
})

test('a grid is shown by its size, and several lines need room', () => {
  expect(inOneLine([['a', 'b']])).toBe('1 row')
  expect(inOneLine([])).toBe('0 rows')
  expect(isLong('one\ntwo')).toBe(true)
  expect(isLong('one')).toBe(false)
})

test('below other columns of a grid each one that stays keeps its cells', () => {
  const rows = [
    ['1', 'Berlin', 'DE'],
    ['2', 'Paris'],
  ]
  const before = ['id', 'city', 'country']
  expect(withColumns(rows, before, ['city', 'country'])).toEqual([
    ['Berlin', 'DE'],
    ['Paris', ''],
  ])
  expect(withColumns(rows, before, ['id', 'city', 'country', 'since'])).toEqual([
    ['1', 'Berlin', 'DE', ''],
    ['2', 'Paris', '', ''],
  ])
  expect(withColumns('text', [], ['id'])).toBe('text')
})
