import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvError, csvLine, readCsv } from './csv.ts'

test('what is written is read back, whatever is in the cells', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('"', ',', '\n', '\r\n', '\uFEFF', ' x '),
  )
  // A record of one empty cell is an empty line, which is no record.
  const record = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(record), (records) => {
      expect(readCsv(records.map(csvLine).join('')).map(({ cells }) => cells)).toEqual(records)
    }),
  )
})

test('a record knows the line it begins in', () => {
  expect(readCsv('a,b\r\n"x\ny",1\n\nc,d').map(({ line }) => line)).toEqual([1, 2, 5])
  expect(readCsv('"a\r\nb",1\r\nc,2').map(({ line }) => line)).toEqual([1, 3])
})

test('an unclosed quote is reported with its line', () => {
  expect(() => readCsv('a,b\n"c,d')).toThrow(CsvError)
  expect(() => readCsv('a,b\n"c,d')).toThrow('stray or unclosed quote')
})

test('an error after line breaks in quotes is reported with the line in which its record begins', () => {
  const lineOf = (text: string) => {
    try {
      return readCsv(text)
    } catch (error) {
      return (error as CsvError).line
    }
  }
  expect(lineOf('"a\r\nb",1\r\n\r\n"c')).toBe(4)
  expect(lineOf('a,b\r\n"x\r\ny"z,1')).toBe(2)
})
