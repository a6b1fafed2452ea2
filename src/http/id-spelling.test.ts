import Type from 'typebox'
import { expect, test } from 'vitest'
import { idSpeller } from './id-spelling.ts'

const Id = Type.String({ format: 'uuid' })
const id = '0198f0b8-abcd-7000-8000-000000000000'
const capital = id.toUpperCase()

test.each([
  [Type.Object({ a: Id, b: Type.String() }), { a: capital, b: capital }, { a: id, b: capital }],
  [Type.Object({ a: Type.Optional(Type.Union([Id, Type.Null()])) }), { a: capital }, { a: id }],
  [Type.Object({ a: Type.Union([Id, Type.Null()]) }), { a: null, b: capital }, { a: null, b: capital }],
  [Type.Object({ a: Type.Array(Type.Object({ b: Id })) }), { a: [{ b: capital }, 1] }, { a: [{ b: id }, 1] }],
  [Type.Union([Type.Object({ a: Id }), Type.Object({ b: Id })]), { b: capital }, { b: id }],
  [Type.Object({ a: Id }), { a: 'NOT-AN-ID' }, { a: 'NOT-AN-ID' }],
  [Type.Object({ a: Id }), [capital], [capital]],
])('identifiers are in lower case, and everything else as it came (%#)', (schema, given, spelled) => {
  expect(idSpeller(schema)!(given)).toEqual(spelled)
})

test('a value without identifiers is not looked through', () => {
  expect(idSpeller(Type.Object({ a: Type.Array(Type.String()) }))).toBeUndefined()
})
