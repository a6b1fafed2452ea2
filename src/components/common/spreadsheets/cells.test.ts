import { expect, test } from 'vitest'
import { numberCell } from './cells.ts'
import { formatShape } from './xlsx/number-shapes.ts'

test.each([
  ['h:mm', 45_000.5, '12:00:00'],
  ['h:mm', 0.25, '06:00:00'],
  ['h:mm AM/PM', 1.999999999, '00:00:00'],
  ['[h]:mm', 1.0625, '25:30:00'],
  ['[mm]:ss', 2, '48:00:00'],
])('a number in the format %s is a time of day, or a duration: %d is %s', (format, value, text) => {
  expect(numberCell(value, formatShape(format))).toEqual({ kind: 'text', value: text })
})
