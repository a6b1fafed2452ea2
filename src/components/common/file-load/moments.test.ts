import { expect, test } from 'vitest'
import { bigQueryParts } from '../../../warehouses/bigquery/parts.ts'
import { clickHouseParts } from '../../../warehouses/clickhouse/parts.ts'
import { databricksParts } from '../../../warehouses/databricks/parts.ts'
import { mysqlParts } from '../../../warehouses/mysql/parts.ts'
import { snowflakeParts } from '../../../warehouses/snowflake/parts.ts'
import { standardParts } from '../../../warehouses/standard-parts.ts'
import { readFormat } from './file-format.ts'
import { momentReader } from './moments.ts'

const auto = { dateFormat: 'auto', timestampFormat: '' }

test.each([
  ['date', '2024-02-29', '2024-02-29'],
  ['date', '2/9/2024', '2024-02-09'],
  ['date', '2024-00-01', undefined],
  ['date', '2024-2', undefined],
  ['timestamp', '2024-02-29 08:00:00.25', '2024-02-29 08:00:00.25'],
  ['timestamp', '2024-02-29T8:00', '2024-02-29 08:00:00'],
  ['timestamp', '2024-00-01 08:00:00', undefined],
  ['timestamp with time zone', '2024-02-29 08:00:00', '2024-02-29 08:00:00+00:00'],
] as const)('as %s, %s is read as %s', (type, text, expected) => {
  expect(momentReader(type, auto, standardParts)!(text)).toBe(expected)
})

test.each([
  ['YYYY-MM-DD HH:MM:SS', '2024-02-29 08:15:30'],
  ['yyyy-MM-dd HH:mm:ss', '2024-02-29 08:15:30'],
  ['HH24:MM DD.MM.YYYY', '08:15 29.02.2024'],
])('%s has minutes behind its hours', (format, text) => {
  expect(readFormat({ timestampFormat: format }).faults).toEqual([])
  expect(momentReader('timestamp', { ...auto, timestampFormat: format }, standardParts)!(text)).toMatch(
    /^2024-02-29 08:15:/,
  )
})

test.each(['date', 'Date32'])('days of %s are read as the format of dates says', (type) => {
  const formats = { dateFormat: 'DD/MM/YYYY', timestampFormat: 'MM/DD/YYYY' }
  expect(momentReader(type, formats, standardParts)!('02/03/2024')).toBe('2024-03-02')
})

test('a format that names a part twice is refused', () => {
  expect(readFormat({ timestampFormat: 'YYYY-MM-DD HH24:MI:SS.MM', dateFormat: 'AUTO' }).faults).toEqual([
    expect.stringContaining('names the month twice'),
  ])
  expect(readFormat({ dateFormat: 'DD/DD/YYYY' }).faults).toEqual([expect.stringContaining('Date Format')])
  expect(readFormat({ timestampFormat: '${format}' }).faults).toEqual([])
})

test.each([
  [standardParts, 'timestamp with time zone', 'timestamp without time zone'],
  [standardParts, 'TIMESTAMP WITH TIME ZONE', 'TIMESTAMP'],
  [snowflakeParts, 'TIMESTAMP_TZ', 'TIMESTAMP_NTZ(9)'],
  [snowflakeParts, 'TIMESTAMP_LTZ(9)', 'TIMESTAMP_NTZ'],
  [bigQueryParts, 'TIMESTAMP', 'DATETIME'],
  [databricksParts, 'TIMESTAMP', 'TIMESTAMP_NTZ'],
])('an offset holds for instants only: %#', (parts, instant, other) => {
  const read = (type: string) => momentReader(type, auto, parts)!('2024-01-31T10:45:30+02:00')
  expect(read(instant)).toBe('2024-01-31 10:45:30+02:00')
  expect(read(other)).toBe('2024-01-31 10:45:30')
})

test.each([
  [mysqlParts, 'datetime(6)'],
  [clickHouseParts, "DateTime64(6, 'UTC')"],
  [clickHouseParts, 'DateTime'],
  [clickHouseParts, "DateTime64(3, 'Europe/Berlin')"],
])(
  'where one type is of moments with and without a zone, those that have one are in UTC: %#',
  (parts, type) => {
    const read = (text: string, timestampFormat = '') =>
      momentReader(type, { ...auto, timestampFormat }, parts)!(text)
    expect(read('2024-01-01 00:45:30.123456+02:00')).toBe('2023-12-31 22:45:30.123456')
    expect(read('2024-02-28T20:00:00-0530')).toBe('2024-02-29 01:30:00')
    expect(read('2024-01-31 10:45+02')).toBe('2024-01-31 08:45:00')
    expect(read('2024-01-31T10:45:30Z')).toBe('2024-01-31 10:45:30')
    expect(read('2024-01-31 10:45:30')).toBe('2024-01-31 10:45:30')
    expect(read('31.01.2024 10:45 +0200', 'DD.MM.YYYY HH24:MI TZHTZM')).toBe('2024-01-31 08:45:00')
    expect(read('2024-02-30 10:45:30+02:00')).toBeUndefined()
    expect(read('2024-01-31 24:00:00+02:00')).toBeUndefined()
    expect(read('9999-12-31 23:00:00-02:00')).toBeUndefined()
  },
)
