import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Cell, QueryColumn } from '../../../warehouses/warehouse.ts'
import { createCsvReader } from '../file-load/csv-reader.ts'
import { readFormat } from '../file-load/file-format.ts'
import { csvWriter } from './csv-writer.ts'
import { jsonWriter } from './json-writer.ts'
import { createRecords } from './rows.ts'
import { readUnload, type UnloadParameters } from './unload-settings.ts'

const columns: readonly QueryColumn[] = [
  { name: 'id', type: 'INTEGER' },
  { name: 'the "name"', type: 'VARCHAR' },
]
const place = {
  kind: 'S3',
  settings: { url: 's3://orders', endpoint: '', region: '' },
  labels: { url: 'S3 Object Prefix', endpoint: 'Endpoint', region: 'Region' },
  credentials: {} as never,
  connection: '',
} as const
const settingsOf = (parameters: UnloadParameters = {}) => {
  const { settings, faults } = readUnload({ tableName: 't', ...parameters }, place)
  expect(faults).toEqual([])
  return settings
}

function written(rows: readonly (readonly Cell[])[], parameters: UnloadParameters = {}): string {
  const writer = csvWriter(columns, settingsOf(parameters).csv)
  return writer.header + rows.map(writer.row).join('')
}

function readBack(text: string, parameters: object): readonly (readonly Cell[])[] {
  const rows: Cell[][] = []
  const { format } = readFormat({ emptyFieldAsNull: 'False', ...parameters })
  const reader = createCsvReader(format.csv, columns.length, {
    row: (cells) => rows.push(cells),
    problem: (message, line) => expect.fail(`line ${line}: ${message}`),
  })
  reader.push(text)
  reader.end()
  return rows
}

test('texts are in quotes where the step has some, and escaped where it has none', () => {
  const rows = [
    ['1', 'Ann, "the first"'],
    ['2', null],
    ['3', ''],
    ['4', 'a\\b\nc'],
  ]
  expect(written(rows, { fieldOptionallyEnclosed: '"', includeHeaders: 'True' })).toBe(
    '"id","the ""name"""\n1,"Ann, ""the first"""\n2,\\N\n3,""\n4,"a\\b\nc"\n',
  )
  expect(written(rows)).toBe('1,Ann\\, "the first"\n2,\\N\n3,\n4,a\\\\b\\\nc\n')
  const tabs = { fieldDelimiter: '\\t', nullIf: ['NULL'], recordDelimiter: '\\r\\n' }
  expect(written([['1', null]], tabs)).toBe('1\tNULL\r\n')
  expect(written([['1', "it's"]], { fieldOptionallyEnclosed: "'", escape: '\\' })).toBe("1,'it\\'s'\n")
  expect(() => written(rows, { escapeUnenclosedField: 'NONE' })).toThrow(
    'Column "the "name"" contains a value with a delimiter: set Field Optionally Enclosed',
  )
})

test('a value that would be read as null is refused', () => {
  const styles = [{ nullIf: ['NULL'] }, { nullIf: ['\\N'], escapeUnenclosedField: '^' }]
  for (const style of styles) {
    const [nullText] = style.nullIf
    expect(written([['1', null]], style)).toBe(`1,${nullText}\n`)
    expect(() => written([['1', nullText!]], style)).toThrow(
      `Column "the "name"" contains the value ${nullText}, which stands for null: set another Null If`,
    )
  }
  const enclosed = { nullIf: ['-1'], fieldOptionallyEnclosed: '"' }
  expect(written([['2', '-1']], enclosed)).toBe('2,"-1"\n')
  expect(() => written([['-1', 'a']], enclosed)).toThrow('Column "id" contains the value -1')
  expect(written([['1', '\\N']])).toBe('1,\\\\N\n')
  expect(written([['1', '']], { nullIf: [''] })).toBe('1,\n')
})

test('what is written is read back as it was, with every style', () => {
  const styles = [
    {},
    { fieldOptionallyEnclosed: '"' },
    { fieldOptionallyEnclosed: '"', escape: '\\' },
    { fieldDelimiter: '||', fieldOptionallyEnclosed: "'" },
    { fieldDelimiter: '|', recordDelimiter: ';\\n' },
    { fieldDelimiter: '$', escapeUnenclosedField: '^' },
  ]
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', '"', "'", ',', '|', '\\', '\n', '\r', ';', '$', '^', 'é') }),
    fc.string({ unit: 'grapheme' }),
  )
  const cell = fc.option(text.filter((one) => one !== '\\N'))
  fc.assert(
    fc.property(
      fc.constantFrom(...styles),
      fc.array(fc.tuple(fc.integer().map(String), cell)),
      (style, rows) => {
        expect(readBack(written(rows, style), style)).toEqual(rows)
      },
    ),
  )
})

test('JSON keeps every digit, truth values, nested values and what is no number of JSON', () => {
  const typed = [
    'DECIMAL(38,9)',
    'double precision',
    'boolean',
    'jsonb',
    'INTEGER[]',
    'integer[]',
    'date',
    'DOUBLE[]',
    'boolean[]',
  ].map((type, index) => ({ name: `c${index}`, type }))
  const row = [
    '12345678901234567890.10',
    'NaN',
    'true',
    '{"a":\n 1}',
    '[1,2]',
    '{1,2}',
    '2024-01-31',
    '[1.5]',
    '{t}',
  ]
  expect(jsonWriter(typed, undefined).row(row)).toBe(
    '{"c0":12345678901234567890.10,"c1":"NaN","c2":true,"c3":{"a":  1},"c4":[1,2],"c5":"{1,2}","c6":"2024-01-31","c7":[1.5],"c8":"{t}"}\n',
  )
  expect(jsonWriter(typed, undefined).row(typed.map(() => null))).toContain('"c0":null')
  for (const type of ['OBJECT', 'ARRAY', 'VARIANT', 'super'])
    expect(jsonWriter([{ name: 'c', type }], true).row(['[1, {}]'])).toBe('{"c":[1, {}]}\n')
  const only = [{ name: 'data', type: 'JSON' }]
  expect(jsonWriter(only, undefined).row(['{"a":1}'])).toBe('{"a":1}\n')
  expect(jsonWriter(only, true).row(['{"a":1}'])).toBe('{"data":{"a":1}}\n')
})

test('files end before the record that would make them too large, and each has the header', async () => {
  async function* batches() {
    yield Array.from({ length: 5 }, (_, n) => [String(n), 'ü'])
    yield [['5', 'a record longer than a file may be']]
    yield [['6', 'x']]
  }
  const writer = csvWriter(columns, settingsOf({ includeHeaders: 'True' }).csv)
  const records = createRecords(batches(), writer, () => undefined)
  const files: string[] = []
  while (await records.more()) files.push(Buffer.concat(await Array.fromAsync(records.file(26))).toString())
  const header = 'id,the "name"\n'
  expect(files).toEqual([
    `${header}0,ü\n1,ü\n`,
    `${header}2,ü\n3,ü\n`,
    `${header}4,ü\n`,
    `${header}5,a record longer than a file may be\n`,
    `${header}6,x\n`,
  ])
  expect(records.taken()).toBe(7)
})

test.each<[UnloadParameters, readonly string[]]>([
  [
    { fieldDelimiter: '\\' },
    [
      'Field Delimiter is "\\", which contains the character of Escape Unenclosed Field',
      'Field Delimiter is "\\", which is part of the text of nulls, "\\N"',
    ],
  ],
  [
    { fieldDelimiter: '"|', fieldOptionallyEnclosed: '"' },
    ['Field Delimiter is ""|", which contains the character of Field Optionally Enclosed'],
  ],
  [{ fieldDelimiter: 'N' }, ['Field Delimiter is "N", which is part of the text of nulls, "\\N"']],
  [
    { fieldDelimiter: '\\', fieldOptionallyEnclosed: '"' },
    ['Field Delimiter is "\\", which is part of the text of nulls, "\\N"'],
  ],
  [{ fieldDelimiter: '||', escapeUnenclosedField: 'NONE' }, []],
  [{ fieldDelimiter: '\\t' }, []],
  [{ fieldDelimiter: 'N', fileType: 'JSON' }, []],
  [{ fieldDelimiter: '${mark}', nullIf: ['${mark}'] }, []],
])('a delimiter that stands for something else, too, is refused: %j', (parameters, expected) => {
  expect(readUnload({ tableName: 't', ...parameters }, place).faults).toEqual(expected)
})
