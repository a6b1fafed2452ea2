import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell } from '../../../warehouses/warehouse.ts'
import { createCsvReader } from './csv-reader.ts'
import { type ReadingParameters, readFormat } from './file-format.ts'

/** The rows of a text that arrives in pieces of this size, and problems as `line: message`. */
function read(text: string, parameters: ReadingParameters = {}, columns = 2, pieceSize = 1_000) {
  const { format, faults } = readFormat(parameters)
  expect(faults).toEqual([])
  const rows: Cell[][] = []
  const lines: number[] = []
  const problems: string[] = []
  const reader = createCsvReader(format.csv, columns, {
    row: (cells, line) => {
      rows.push(cells)
      lines.push(line)
    },
    problem: (message, line) => problems.push(`${line}: ${message}`),
  })
  for (let at = 0; at < text.length; at += pieceSize) reader.push(text.slice(at, at + pieceSize))
  reader.end()
  return { rows, lines, problems }
}
const quoted = { fieldOptionallyEnclosed: '"' }

test('fields, line ends of both kinds, a header and empty fields as null', () => {
  const { rows, lines } = read('id,name\r\n1,Ann\r\n2,\r\n3,Bea\n', { skipHeader: '1' })
  expect(rows).toEqual([
    ['1', 'Ann'],
    ['2', null],
    ['3', 'Bea'],
  ])
  expect(lines).toEqual([2, 3, 4])
  expect(read('1,\n', { emptyFieldAsNull: 'False' }).rows).toEqual([['1', '']])
})

test('a file whose lines end with a carriage return alone is no header without records', () => {
  const text = 'id,name\r1,Ann\r2,Bea\r'
  expect(() => read(text, { skipHeader: '1' })).toThrow('set Record Delimiter to \\r')
  expect(read(text, { skipHeader: '1', recordDelimiter: '\\r' }).rows).toHaveLength(2)
  expect(read('id,name\r', { skipHeader: '1' }).rows).toEqual([])
})

test('quotes are data unless the step says that they enclose fields', () => {
  expect(read('1,"a"\n').rows).toEqual([['1', '"a"']])
  const text = '1,"a, ""b""\nc"\n2,""\n"3",x'
  const { rows, lines } = read(text, quoted)
  expect(rows).toEqual([
    ['1', 'a, "b"\nc'],
    ['2', ''],
    ['3', 'x'],
  ])
  expect(lines).toEqual([1, 3, 4])
  expect(() => read('1,"a"b\n', quoted)).toThrow('line 1: "b" follows an enclosed field')
  expect(() => read('1,a\n2,"never', quoted)).toThrow('line 2: the field that begins with " is never closed')
})

test('a delimiter of several characters may be cut behind a quoted field of several lines', () => {
  const text = '"a\nb"|~||c\n'
  for (let size = 1; size <= text.length; size++)
    expect(read(text, { ...quoted, fieldDelimiter: '|~||' }, 2, size).rows).toEqual([['a\nb', 'c']])
})

test('escapes, markers of null, blanks and delimiters of several characters', () => {
  expect(read('1,a\\,b\n2,\\N\n').rows).toEqual([
    ['1', 'a,b'],
    ['2', null],
  ])
  const escaped = { fieldOptionallyEnclosed: '"', escape: '\\' }
  expect(read('1,\\\\N\n2,"\\\\N"\n', escaped).rows).toEqual([
    ['1', '\\N'],
    ['2', '\\N'],
  ])
  expect(read('1n\\na\\tn\n', { fieldDelimiter: 'n' }, 3).rows).toEqual([['1', 'na\t', null]])
  expect(read('1,a\\b\n', { escapeUnenclosedField: 'NONE' }).rows).toEqual([['1', 'a\\b']])
  expect(read('1,"a\\"b"\n', { ...quoted, escape: '\\' }).rows).toEqual([['1', 'a"b']])
  expect(read('1, NULL \n', { nullIf: ['NULL'], trimSpace: 'True' }).rows).toEqual([['1', null]])
  expect(read(' "1" , x\n', { ...quoted, trimSpace: 'True' }).rows).toEqual([['1', 'x']])
  const parameters = { fieldDelimiter: '||', recordDelimiter: '\\x1e', ...quoted }
  expect(read('1||"a||b"\x1e2||c', parameters).rows).toEqual([
    ['1', 'a||b'],
    ['2', 'c'],
  ])
  expect(read('1\t2\n', { fieldDelimiter: '\\t' }).rows).toEqual([['1', '2']])
})

test('blank lines and other numbers of fields are problems of a line, or are allowed', () => {
  const { rows, problems } = read('1,2\n\n3\n4,5,6\n')
  expect(rows).toEqual([['1', '2']])
  expect(problems).toEqual([
    expect.stringMatching(/^2: the line is blank: set Skip Blank Lines/),
    expect.stringMatching(/^3: there are 1 fields, and 2 columns are loaded/),
    expect.stringMatching(/^4: there are 3 fields/),
  ])
  const lenient = { skipBlankLines: 'True', errorOnColumnCountMismatch: 'False' }
  expect(read('1,2\n\n3\n4,5,6\n', lenient)).toMatchObject({
    rows: [
      ['1', '2'],
      ['3', null],
      ['4', '5'],
    ],
    problems: [],
  })
})

test('however a text is cut into pieces, the rows are the same', () => {
  const cell = fc.stringMatching(/^[ab",\n\r ]{0,6}$/)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell), { maxLength: 6 }),
      fc.integer({ min: 1, max: 5 }),
      (table, size) => {
        const enclosed = (text: string) => `"${text.replaceAll('"', '""')}"`
        const text = table.map((row) => `${row.map(enclosed).join(',')}\r\n`).join('')
        expect(read(text, quoted, 2, size).rows).toEqual(table)
      },
    ),
  )
})
