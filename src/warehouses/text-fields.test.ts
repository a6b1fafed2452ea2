import { expect, test } from 'vitest'
import { recordCounter } from './text-fields.ts'
import type { TextFormat } from './text-load.ts'

const CSV: TextFormat = { delimiter: ',', nullText: '', quote: '"' }
const COPY: TextFormat = { delimiter: '\t', nullText: '\\N' }

const countOf = (format: TextFormat, types: readonly string[], text: string) =>
  recordCounter(format, types)?.(Buffer.from(text))

test.each([
  ['varchar(3)', ['abc', '', '"abc"', '""', '"a""b"', 'äöü', '"äöü"', '"ä""ü"', '"a,b"', '"a\nb"', "a'b"]],
  ['varchar(3)', ['abcd', '"abcd"', '"ab""cd"', 'äöüß', '"äöüß"', 'a"b', '"a"b"', '"a'], 'none'],
  ['varchar', ['abc', '', '""', '"a""b,c"', 'äöü']],
  ['varchar', ['a"b', '"a"b"', '"a'], 'none'],
  ['bigint', ['1', '-1', '+1', '"1"', '', '007']],
  ['bigint', ['1.0', '1e3', '1_000', '"1', 'x', '""'], 'none'],
  ['decimal(12,2)', ['1', '1.', '1.5', '.5', '-1.50', '"1.5"', '']],
  ['decimal(12,2)', ['.', '1.5.5', '1e3', '1,5'], 'none'],
  ['double', ['1', '1.', '.5', '1e3', '-1.5E-3', '"1e3"']],
  ['double', ['1e', 'NaN', '0x1F'], 'none'],
] as const)('%s takes %j', (type, texts, which: 'all' | 'none' = 'all') => {
  const taken = texts.filter(
    (text) => countOf(CSV, ['integer', type, 'integer'], `1,${text},2\n`)?.count === 1,
  )
  expect(taken).toEqual(which === 'all' ? texts : [])
})

test.each([
  ['varchar', '\\N', 'x'],
  ['varchar(1)', '\\N', '\\Nx'],
  ['varchar(2)', '\\N', '\\Nx'],
  ['integer', '\\N', 'x'],
  ['jsonb', '\\N', undefined],
])('a %s of COPY may be null', (type, text, other) => {
  const count = (field: string) => countOf(COPY, [type, 'integer'], `${field}\t2\n`)?.count
  expect(count(text)).toBe(1)
  if (other !== undefined && type !== 'varchar') expect(count(other)).toBe(0)
})

test.each([
  ['whole numbers of a decimal type', CSV, 'decimal(12,2)', '1250'],
  ['floats', CSV, 'double', '1250'],
  ['short texts', CSV, 'varchar(60)', 'some text'],
  ['quoted texts', CSV, 'varchar(60)', '"some ""text"""'],
  ['texts with accents', CSV, 'varchar(60)', 'äöü'],
  ['empty texts', CSV, 'varchar', '""'],
  ['nulls', COPY, 'varchar', '\\N'],
  ['nulls of limited length', COPY, 'varchar(60)', '\\N'],
  ['moments', COPY, 'timestamp with time zone', '2024-01-02 03:04:05.678+01'],
])(
  'a record whose last field has another form is tried in one way, however many %s it has',
  (_, format, type, text) => {
    const fields = Array(60).fill(text)
    const types = [...Array(60).fill(type), 'integer']
    // With two ways for each field, this would not end.
    expect(countOf(format, types, `${[...fields, 'x'].join(format.delimiter)}\n`)?.count).toBe(0)
    expect(countOf(format, types, `${[...fields, '1'].join(format.delimiter)}\n`)?.count).toBe(1)
  },
)
