import Type from 'typebox'
import { expect, test } from 'vitest'
import { matching } from '../lib/patterns.ts'
import { faultFinder } from './validation.ts'

const Name = Type.String({ minLength: 1, maxLength: 3, pattern: '\\S' })
const Code = Type.String({ ...matching('^[A-Z]+$', 'must have capital letters only') })

test.each([
  [Name, '', ['body must not be empty']],
  [Name, '    ', ['body must have at most 3 characters']],
  [Name, '  ', ['body must not be blank']],
  [Code, 'a', ['body must have capital letters only']],
  [Type.String({ format: 'uuid' }), 'x', ['body must be a UUID']],
  [Type.Literal('X'), 'Y', ['body must be "X"']],
  [Type.Integer({ minimum: 1 }), 0, ['body must be at least 1']],
  [Type.Integer({ maximum: 9 }), 10, ['body must be at most 9']],
  [Type.Integer(), 1.5, ['body must be a whole number']],
  [Type.Number({ exclusiveMinimum: 0 }), 0, ['body must be greater than 0']],
  [Type.Boolean(), 'yes', ['body must be true or false']],
  [Type.Array(Name), {}, ['body must be a list']],
  [Type.Array(Name, { minItems: 1 }), [], ['body must have at least 1 item']],
  [Type.Array(Name, { uniqueItems: true }), ['a', 'a'], ['body must not have the same item twice']],
  [Type.Object({ a: Name }), [], ['body must be an object']],
  [
    Type.Record(Type.String(), Name, { maxProperties: 1 }),
    { a: 'a', b: 'b' },
    ['body must have at most 1 field'],
  ],
])('one fault is one sentence, without a pattern (%#)', (schema, value, violations) => {
  expect(faultFinder(schema, 'body')(value)).toEqual(violations)
})

const Patched = Type.Object({
  expiresAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  minutes: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
})
const Rows = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Array(Type.Union([Type.String({ maxLength: 1 }), Type.Null()])),
])

test.each([
  [
    Patched,
    { expiresAt: 'soon', minutes: 5 },
    ['body/expiresAt must be an instant such as 2026-01-31T09:00:00Z'],
  ],
  [Patched, { expiresAt: null, minutes: 0 }, ['body/minutes must be at least 1']],
  [Patched, { expiresAt: null, minutes: 'x' }, ['body/minutes must be a whole number or null']],
  [Rows, true, ['body must be text, a number or a list']],
  [Rows, ['a', 'ab', 'a', 1], ['body/1 must have at most 1 character', 'body/3 must be text or null']],
  [Type.Union([Type.Literal('MERGE'), Type.Literal('REPLACE')]), 'X', ['body must be one of MERGE, REPLACE']],
  [
    Type.Union([Type.Object({ a: Name, b: Name }), Type.Object({ c: Name })]),
    { a: 'a' },
    ['body/b is required'],
  ],
])(
  'where a value may have several forms, the fault is that of the form that was meant (%#)',
  (schema, value, violations) => {
    expect(faultFinder(schema, 'body')(value)).toEqual(violations)
  },
)

test.each([
  ['2026-01-31T09:00:00Z', true],
  ['2026-01-31T09:00:00.000+0000', true],
  ['2026-01-31T09:00:00+15:59', true],
  ['2026-01-31T09:00:00-16:00', false],
  ['2026-01-31T09:00:00+23:59', false],
  ['2026-01-31', false],
  ['0000-12-31T23:59:59Z', false],
])('an instant is what the database can read: %s', (text, isInstant) => {
  expect(faultFinder(Type.String({ format: 'date-time' }), 'at')(text)).toEqual(
    isInstant ? [] : ['at must be an instant such as 2026-01-31T09:00:00Z'],
  )
})

test.each([
  ['0001-01-01', true],
  ['9999-12-31', true],
  ['0000-01-01', false],
  ['2026-02-30', false],
])('a day is what the database can read: %s', (text, isDay) => {
  expect(faultFinder(Type.String({ format: 'date' }), 'day')(text)).toEqual(
    isDay ? [] : ['day must be a date such as 2026-01-31'],
  )
})
