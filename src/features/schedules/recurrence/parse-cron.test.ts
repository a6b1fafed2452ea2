import { describe, expect, test } from 'vitest'
import { firesBetween } from './fire-times.ts'
import { parseCron } from './parse-cron.ts'

const effectiveFrom = new Date('2026-01-01T00:00:00Z')

/** The first due times of 2026 and later, as text without seconds of zero. */
function fires(expression: string, count = 4): readonly string[] {
  const { cron, violations } = parseCron(expression)
  expect(violations).toEqual([])
  const recurrence = { kind: 'cron', cron: cron!, timeZone: 'UTC', effectiveFrom } as const
  return firesBetween(recurrence, 0, Date.UTC(2100, 0), count).map((due) =>
    new Date(due).toISOString().replace(':00.000Z', ''),
  )
}

describe('Quartz', () => {
  test.each([
    ['0 0 12 * * ?', ['2026-01-01T12:00', '2026-01-02T12:00']],
    ['0 15 10 ? * *', ['2026-01-01T10:15', '2026-01-02T10:15']],
    ['0 15 10 * * ? 2027', ['2027-01-01T10:15', '2027-01-02T10:15']],
    ['0 0/5 14,18 * * ?', ['2026-01-01T14:00', '2026-01-01T14:05']],
    ['0 58-2/2 14 * * ?', ['2026-01-01T14:00', '2026-01-01T14:02', '2026-01-01T14:58', '2026-01-02T14:00']],
    ['0 0 22-2 * * ?', ['2026-01-01T00:00', '2026-01-01T01:00', '2026-01-01T02:00', '2026-01-01T22:00']],
    ['0 10,44 14 ? 3 WED', ['2026-03-04T14:10', '2026-03-04T14:44']],
    ['0 15 10 ? * mon-fri', ['2026-01-01T10:15', '2026-01-02T10:15', '2026-01-05T10:15']],
    ['0 0 9 ? * FRI-MON', ['2026-01-02T09:00', '2026-01-03T09:00', '2026-01-04T09:00', '2026-01-05T09:00']],
    ['0 0 9 ? * 1', ['2026-01-04T09:00']],
    ['0 0 9 ? * L', ['2026-01-03T09:00', '2026-01-10T09:00']],
    ['0 15 10 L * ?', ['2026-01-31T10:15', '2026-02-28T10:15']],
    ['0 15 10 L-2 * ?', ['2026-01-29T10:15', '2026-02-26T10:15']],
    ['0 0 0 LW * ?', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-31T00:00']],
    ['0 0 0 L-1W * ?', ['2026-01-30T00:00', '2026-02-27T00:00', '2026-03-30T00:00']],
    ['0 0 0 1W * ?', ['2026-01-01T00:00', '2026-02-02T00:00', '2026-03-02T00:00']],
    ['0 0 0 15W * ?', ['2026-01-15T00:00', '2026-02-16T00:00', '2026-03-16T00:00']],
    ['0 0 0 1W,LW * ?', ['2026-01-01T00:00', '2026-01-30T00:00']],
    ['0 15 10 ? * 6L', ['2026-01-30T10:15', '2026-02-27T10:15']],
    ['0 15 10 ? * friL 2026-2027', ['2026-01-30T10:15', '2026-02-27T10:15']],
    ['0 15 10 ? * 6#3', ['2026-01-16T10:15', '2026-02-20T10:15']],
    ['0 15 10 ? * MON#5', ['2026-03-30T10:15', '2026-06-29T10:15']],
    ['0 0 12 1/5 * ?', ['2026-01-01T12:00', '2026-01-06T12:00']],
    ['0 0 12 1/1 * ? *', ['2026-01-01T12:00', '2026-01-02T12:00']],
    ['0 11 11 11 NOV ?', ['2026-11-11T11:11', '2027-11-11T11:11']],
    ['0 0 0 29 2 ?', ['2028-02-29T00:00', '2032-02-29T00:00']],
    ['/20 0 0 1 1 ?', ['2026-01-01T00:00', '2026-01-01T00:00:20.000Z']],
  ])('%s', (expression, expected) => {
    expect(fires(expression, expected.length)).toEqual(expected)
  })
})

describe('Unix cron', () => {
  test.each([
    ['*/15 * * * *', ['2026-01-01T00:00', '2026-01-01T00:15']],
    ['30 6 * * 0', ['2026-01-04T06:30', '2026-01-11T06:30']],
    ['30 6 * * 7', ['2026-01-04T06:30', '2026-01-11T06:30']],
    ['0 0 * * 5-7', ['2026-01-02T00:00', '2026-01-03T00:00', '2026-01-04T00:00', '2026-01-09T00:00']],
    ['0 0 * * sat-sun', ['2026-01-03T00:00', '2026-01-04T00:00']],
    ['0 0 * * */3', ['2026-01-03T00:00', '2026-01-04T00:00', '2026-01-07T00:00']],
    ['0 0 * jan MON', ['2026-01-05T00:00']],
    // Both day fields name days: either will do.
    ['0 0 13 * FRI', ['2026-01-02T00:00', '2026-01-09T00:00', '2026-01-13T00:00']],
    ['0 0 1 * 0-6', ['2026-01-01T00:00', '2026-01-02T00:00', '2026-01-03T00:00']],
    ['0 0 1-31 * MON', ['2026-01-01T00:00', '2026-01-02T00:00', '2026-01-03T00:00']],
    // A field that begins with a star names none: both must hold.
    ['0 0 */2 * FRI', ['2026-01-09T00:00', '2026-01-23T00:00']],
  ])('%s', (expression, expected) => {
    expect(fires(expression, expected.length)).toEqual(expected)
  })
})

test('lists every violation of an expression, each naming its field', () => {
  expect(parseCron('61 x 5-99 32 13 8#9 1969').violations).toEqual([
    '"61" is out of range: the seconds must be 0 to 59',
    '"X" is not a value for the minutes',
    '"99" is out of range: the hours must be 0 to 23',
    '"32" is out of range: the day of the month must be 1 to 31',
    '"13" is out of range: the month must be 1 to 12',
    '"8#9" needs a number from 1 to 5 after "#"',
    '"1969" is out of range: the year must be 1970 to 2199',
    'The day of the month and the day of the week cannot both name days; write "?" for one of them',
  ])
})

test.each([
  ['* * * *', 'The expression has 4 fields: Quartz has 6 or 7 (seconds first), Unix cron has 5'],
  ['', 'The expression has 0 fields: Quartz has 6 or 7 (seconds first), Unix cron has 5'],
  [
    '0 0 0 1 * MON',
    'The day of the month and the day of the week cannot both name days; write "?" for one of them',
  ],
  ['0 0 0 ? * ?', '"?" can stand for the day of the month or for the day of the week, not for both'],
  ['0 */60 * * * ?', '"*/60" needs a step from 1 to 59 after the slash for the minutes'],
  ['0 0/0 * * * ?', '"0/0" needs a step from 1 to 59 after the slash for the minutes'],
  ['0 1/ * * * ?', '"1/" needs a step from 1 to 59 after the slash for the minutes'],
  ['0 1,,2 * * * ?', '"" is not a value for the minutes'],
  ['0 *-5 * * * ?', '"*-5" is not a value for the minutes'],
  ['0 -5 * * * ?', '"-5" is not a value for the minutes'],
  ['0 ? * * * ?', '"?" is not a value for the minutes'],
  ['0 0 0 L-31 * ?', '"L-31" goes back too far: the earliest is L-30'],
  ['0 0 0 1-5W * ?', '"5W" is not a value for the day of the month'],
  ['0 22-2 * * *', '"22-2" ends before it begins; write two ranges with a comma for the hours'],
  ['0 0 L * *', '"L" is not a value for the day of the month'],
  ['0 0 * * 5#3', '"5#3" is not a value for the day of the week'],
])('refuses "%s"', (expression, violation) => {
  expect(parseCron(expression).violations).toContain(violation)
})
