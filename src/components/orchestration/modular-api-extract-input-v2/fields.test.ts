import { expect, test } from 'vitest'
import { fieldsFor, fieldsOfElements } from './fields.ts'
import { membersBeside } from './missed-members.ts'

const namesOf = (elements: readonly string[]) =>
  fieldsOfElements(elements).map(({ name, type }) => `${name} ${type}`)

test('a number with a point or an exponent is no whole number, whatever is behind it', () => {
  const elements = ['{"price":10.0,"size":1e2,"id":12345678901234567890}', '{"price":20.0,"size":3,"id":1}']
  expect(namesOf(elements)).toEqual(['price NUMBER', 'size NUMBER', 'id INTEGER'])
})

test('every one of the first elements tells columns, however much is in their members', () => {
  const wide = Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`key${index}`, index]))
  const elements = Array.from({ length: 1_500 }, (_, id) =>
    JSON.stringify({ id, wide: id === 0 ? wide : {}, ...(id === 1_499 && { late: 'x' }) }),
  )
  expect(namesOf(elements)).toEqual(['id INTEGER', 'wide OBJECT', 'late STRING'])
})

test('a member without a name gets a column with one', () => {
  expect(fieldsOfElements(['{"":1,"unnamed":2}'])).toMatchObject([
    { name: 'unnamed', member: '' },
    { name: 'unnamed_2', member: 'unnamed' },
  ])
})

test('members that no column takes are known', () => {
  const fields = fieldsOfElements(['{"id":1}'])
  expect(membersBeside(fields, ['{"id":2,"a":1}', '[3]', 'null', '{"b":[]}'])).toEqual(['a', 'b'])
  expect(membersBeside(fieldsOfElements(['1']), ['{"a":1}'])).toEqual([])
})

test('what has no type of its own is text for a column of another type, and JSON for one of JSON or of several types', () => {
  const field = { name: 'x', type: 'ANY' as const, member: 'x' }
  const typeFor = (type: string) => {
    const column = { name: 'x', type, size: undefined, precision: undefined, nullable: true, isKey: false }
    const [found] = fieldsFor([field], [column], { nameKey: (name) => name })
    return found?.definition?.type
  }
  for (const type of ['varchar', 'date', 'uuid', 'USER-DEFINED', 'time without time zone', 'numeric'])
    expect([type, typeFor(type)]).toEqual([type, 'VARCHAR'])
  expect(typeFor('bytea')).toBe('BINARY')
  for (const type of ['jsonb', 'VARIANT', 'ARRAY', 'STRUCT(a INTEGER)', 'VARCHAR[]'])
    expect([type, typeFor(type)]).toEqual([type, undefined])
})
