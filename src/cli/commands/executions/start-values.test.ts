import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseCsv } from '../../terminal/csv.ts'
import { gridValues, scalarValues } from './start-values.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headrace-values-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('CSV is read as RFC 4180 says', () => {
  expect(parseCsv('\uFEFFa,b\r\n"x, ""y""","two\nlines"\n\n,\nlast,')).toEqual([
    ['a', 'b'],
    ['x, "y"', 'two\nlines'],
    ['', ''],
    ['last', ''],
  ])
  expect(parseCsv('')).toEqual([])
  expect(parseCsv('a\n')).toEqual([['a']])
  expect(() => parseCsv('a\n"open')).toThrow('line 2')
  expect(() => parseCsv('a"b')).toThrow('quote')
})

test('a value may hold an equals sign and may be empty', () => {
  expect(scalarValues(['a=b=c', 'e='])).toEqual({ a: 'b=c', e: '' })
  expect(() => scalarValues(['nothing'])).toThrow('expected a name and a value')
})

test('grids come from CSV with a heading, from rows and from objects', () => {
  writeFileSync(join(folder, 'g.csv'), 'name,n\na,1\nb,2\n')
  writeFileSync(join(folder, 'rows.json'), '[["a", 9007199254740993, 1.10], ["b", null, 1e3]]')
  writeFileSync(join(folder, 'objects.json'), '[{"name": "a", "n": true}]')
  expect(gridValues(['g=@g.csv', 'r=@rows.json', 'o=@objects.json'], folder)).toEqual({
    g: [
      ['a', '1'],
      ['b', '2'],
    ],
    r: [
      ['a', '9007199254740993', '1.10'],
      ['b', '', '1e3'],
    ],
    o: [['a', 'true']],
  })
})

test('the error about a grid names its file', () => {
  writeFileSync(join(folder, 'bad.json'), '{"a": 1}')
  expect(() => gridValues(['g=@bad.json'], folder)).toThrow('bad.json is not a list of rows')
  expect(() => gridValues(['g=@none.csv'], folder)).toThrow('none.csv could not be read')
  expect(() => gridValues(['g=rows'], folder)).toThrow('read from a file')
})
