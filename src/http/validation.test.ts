import Type from 'typebox'
import { expect, test } from 'vitest'
import { matching } from '../lib/patterns.ts'
import { faultFinder } from './validation.ts'

const Name = Type.String({ minLength: 1, maxLength: 3, pattern: '\\S' })
const Code = Type.String({ ...matching('^[A-Z]+$', 'must have capital letters only') })

test.each([
  [Name, '', ['body must not have fewer than 1 characters']],
  [Name, '    ', ['body must not have more than 3 characters']],
  [Name, '  ', ['body must not be blank']],
  [Code, 'a', ['body must have capital letters only']],
  [Type.String({ format: 'uuid' }), 'x', ['body must be a UUID']],
  [Type.Literal('X'), 'Y', ['body must be "X"']],
])('one fault is one sentence, without a pattern (%#)', (schema, value, violations) => {
  expect(faultFinder(schema, 'body')(value)).toEqual(violations)
})

test.each([
  ['2026-01-31T09:00:00Z', true],
  ['2026-01-31T09:00:00.000+0000', true],
  ['2026-01-31T09:00:00+15:59', true],
  ['2026-01-31T09:00:00-16:00', false],
  ['2026-01-31T09:00:00+23:59', false],
  ['2026-01-31', false],
])('an instant is what the database can read: %s', (text, isInstant) => {
  expect(faultFinder(Type.String({ format: 'date-time' }), 'at')(text)).toEqual(
    isInstant ? [] : ['at must be an instant such as 2026-01-31T09:00:00Z'],
  )
})
