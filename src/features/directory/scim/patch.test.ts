import fc from 'fast-check'
import { expect, test } from 'vitest'
import { userModel } from './attributes.ts'
import { canonicalResource, isMembers, type Members } from './canonical.ts'
import { applyPatch, type GivenOperation, readPatch } from './patch.ts'

const patched = (resource: Members, ...operations: GivenOperation[]) =>
  applyPatch(resource, readPatch(userModel, operations))
const emails = [
  { type: 'work', value: 'w@x.example', primary: true },
  { type: 'home', value: 'h@x.example' },
]

test('the given resource stays as it was', () => {
  const resource = Object.freeze({ title: 'Dr', emails }) as Members
  patched(resource, { op: 'remove', path: 'title' }, { op: 'remove', path: 'emails[type eq "work"]' })
  expect(resource).toEqual({ title: 'Dr', emails })
})

test('adding what is there already adds nothing', () => {
  expect(patched({ emails }, { op: 'add', path: 'emails', value: emails })).toEqual({ emails })
  expect(patched({ emails }, { op: 'add', value: { emails: [emails[1]] } })).toEqual({ emails })
})

test('replacing without a filter replaces the whole list, with one the elements it selects', () => {
  const value = [{ value: 'n@x.example' }]
  expect(patched({ emails }, { op: 'replace', path: 'emails', value })).toEqual({ emails: value })
  expect(
    patched({ emails }, { op: 'replace', path: 'EMAILS[value ew "@x.example"].type', value: 'both' }),
  ).toEqual({
    emails: emails.map((one) => ({ ...one, type: 'both' })),
  })
})

test('an element that no filter of equalities finds is made from them, any other filter is a fault', () => {
  expect(
    patched({}, { op: 'replace', path: 'emails[type eq "work" and primary eq true].value', value: 'v' }),
  ).toEqual({
    emails: [{ type: 'work', primary: true, value: 'v' }],
  })
  expect(patched({ emails }, { op: 'add', path: 'emails[type eq "other"]', value: { value: 'o' } })).toEqual({
    emails: [...emails, { type: 'other', value: 'o' }],
  })
  expect(() =>
    patched({ emails }, { op: 'replace', path: 'emails[type co "zz"].value', value: 'v' }),
  ).toThrow(expect.objectContaining({ scimType: 'noTarget' }))
})

test.each(['add', 'replace'])(
  '%s of a whole element takes its parts, or a list of just that element',
  (op) => {
    const parts = { value: 'new@x.example' }
    const kept = op === 'add' ? emails[0] : { type: 'work' }
    const changed = [{ ...kept, ...parts }, emails[1]]
    const made = { type: 'other', ...parts }
    for (const value of [parts, [parts], { ...parts, type: 'work' }, [{ VALUE: parts.value, $ref: null }]])
      expect(patched({ emails }, { op, path: 'emails[type eq "work"]', value })).toEqual({ emails: changed })
    for (const value of [parts, [parts]])
      expect(patched({ emails }, { op, path: 'emails[type eq "other"]', value })).toEqual({
        emails: [...emails, made],
      })
    expect(patched({}, { op, value: { 'emails[type eq "other"]': [parts] } })).toEqual({ emails: [made] })
  },
)

test('a whole element is removed by parts that are all null, and stays where nothing that elements have is named', () => {
  const replaced = (value: object) =>
    patched({ emails }, { op: 'replace', path: 'emails[type eq "work"]', value })
  expect(replaced({ bogus: 1 })).toEqual({ emails })
  expect(replaced({ value: null })).toEqual({ emails: [emails[1]] })
})

const notObjects = [5, null, true, 'text', '', {}, []]
const notElements = [...notObjects, ...notObjects.map((one) => [one]), [{ value: 'a' }, { value: 'b' }]]

test.each(notElements.map((value) => ({ value })))('a whole element cannot be $value', ({ value }) => {
  for (const path of ['emails[type eq "work"]', 'emails[type eq "other"]'])
    for (const op of ['add', 'replace'])
      expect(() => patched({ emails }, { op, path, value })).toThrow(
        expect.objectContaining({
          scimType: 'invalidValue',
          violations: ['body/Operations/0/value must be an object with at least one attribute'],
        }),
      )
})

test('an attribute without values is gone', () => {
  expect(patched({ emails }, { op: 'remove', path: 'emails[value pr]' })).toEqual({})
  expect(patched({ name: { givenName: 'Ada' } }, { op: 'remove', path: 'name.givenName' })).toEqual({})
  expect(patched({ title: 'Dr' }, { op: 'replace', path: 'title', value: null })).toEqual({})
  expect(patched({ emails }, { op: 'replace', path: 'emails', value: [] })).toEqual({})
})

test('a replaced element keeps what its filter demands, and nothing where it demands something else than a value', () => {
  const value = { display: 'New' }
  const replaced = (filter: string) =>
    patched({ emails }, { op: 'replace', path: `emails[${filter}]`, value })
  expect(replaced('type eq "home" and value eq "h@x.example"')).toEqual({
    emails: [emails[0], { ...emails[1], ...value }],
  })
  expect(replaced('type ne "work"')).toEqual({ emails: [emails[0], value] })
  expect(replaced('type eq "home" or type eq "x"')).toEqual({ emails: [emails[0], value] })
})

test('null creates no element, and none has a part that is null', () => {
  for (const op of ['add', 'replace']) {
    for (const path of ['emails[type eq "other"].value', 'emails[type co "zz"].value'])
      expect(patched({ emails }, { op, path, value: null })).toEqual({ emails })
    for (const path of ['emails[type eq "work"].value', 'emails.value'])
      expect(patched({}, { op, path, value: null })).toEqual({})
    expect(patched({}, { op, path: 'emails[type eq "work"]', value: { value: null } })).toEqual({})
    expect(patched({}, { op, path: 'emails[type eq null].value', value: 'v' })).toEqual({
      emails: [{ value: 'v' }],
    })
    expect(patched({}, { op, path: null, value: { title: 'Dr' } })).toEqual({ title: 'Dr' })
  }
})

test('another manager, with or without the URN in front, has not the name of the one before', () => {
  const urn = userModel.extension!.id
  const held = { [urn]: { manager: { value: 'm1', displayName: 'Grace' } } }
  for (const path of ['manager', `${urn}:manager`])
    expect(patched(held, { op: 'replace', path, value: 'm2' })).toEqual({
      [urn]: { manager: { value: 'm2' } },
    })
  expect(patched(held, { op: 'replace', path: 'manager', value: { displayName: 'Ada' } })).toEqual({
    [urn]: { manager: { value: 'm1', displayName: 'Ada' } },
  })
})

test('a set of parts replaces those parts only', () => {
  const name = { givenName: 'Ada', familyName: 'Byron' }
  const value = { FAMILYNAME: 'Lovelace' }
  expect(patched({ name }, { op: 'replace', path: 'name', value })).toEqual({
    name: { givenName: 'Ada', familyName: 'Lovelace' },
  })
})

test('null removes the part that it is given for, and no other', () => {
  const name = { givenName: 'Ada', middleName: 'King', familyName: 'Byron' }
  const value = { MiddleName: null, familyName: 'Lovelace' }
  for (const op of ['add', 'replace'])
    for (const operation of [
      { op, path: 'name', value },
      { op, value: { name: value } },
    ])
      expect(patched({ name }, operation)).toEqual({ name: { givenName: 'Ada', familyName: 'Lovelace' } })
  expect(patched({ name }, { op: 'replace', path: 'name', value: { givenName: null } })).toEqual({
    name: { middleName: 'King', familyName: 'Byron' },
  })
  expect(
    patched({ name: { givenName: 'Ada' } }, { op: 'add', value: { name: { givenName: null } } }),
  ).toEqual({})
  const work = { op: 'add', path: 'emails[type eq "work"]' }
  expect(patched({ emails }, { ...work, value: { display: null, primary: null } })).toEqual({
    emails: [{ type: 'work', value: emails[0]!.value }, emails[1]],
  })
  expect(patched({ emails: [{ type: 'work' }] }, { ...work, value: { type: null } })).toEqual({})
})

/** Whether an operation replaces a whole element with something that is not one. */
const setsNoElement = ({ op, path, value }: { op: string; path?: string; value?: unknown }) =>
  op !== 'REMOVE' &&
  path?.endsWith(' eq "work"]') &&
  !(isMembers(value) || (Array.isArray(value) && value.length === 1 && isMembers(value[0])))

test('whatever a patch says, it is refused as a fault or ends in canonical form, and touches no prototype', () => {
  const word = fc.constantFrom(
    ...[
      'title',
      'emails',
      'name',
      'active',
      'value',
      'type',
      '__proto__',
      'constructor',
      'prototype',
      'groups',
      '',
    ],
  )
  const wholeElement = fc
    .tuple(
      fc.constantFrom('emails', 'EMAILS', 'addresses', 'groups'),
      fc.constantFrom('type', 'display', 'value'),
      fc.constantFrom('x', 'work'),
    )
    .map(([list, part, text]) => `${list}[${part} eq "${text}"]`)
  const path = fc.oneof(
    word,
    fc.tuple(word, word).map((parts) => parts.join('.')),
    fc.tuple(word, word, word).map(([a, b, c]) => `${a}[${b} eq "x"].${c}`),
    wholeElement,
    fc.string(),
  )
  const members = fc.dictionary(word, fc.jsonValue())
  const value = fc.oneof(fc.jsonValue(), members, fc.array(members, { maxLength: 2 }))
  const operation = fc.record(
    { op: fc.constantFrom('add', 'Replace', 'REMOVE', 'grow'), path, value },
    { requiredKeys: ['op'] },
  )
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 4 }), (operations) => {
      try {
        const result = patched({ title: 'Dr', emails }, ...(operations as GivenOperation[]))
        expect(canonicalResource(userModel, result)).toEqual(result)
        expect(operations.filter(setsNoElement)).toEqual([])
      } catch (error) {
        expect(error).toHaveProperty('scimType')
      }
      expect(({} as Record<string, unknown>)['value']).toBeUndefined()
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: 2_000, seed: 3 },
  )
})

test('a list of one for a single value is that value, as Entra ID sends it', () => {
  const only = (value: unknown) => [{ $ref: null, value }]
  const manager = `urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager`
  expect(
    patched(
      { emails },
      { op: 'Replace', path: 'name.givenName', value: only('Zoë') },
      { op: 'Replace', path: 'displayName', value: only('Zoë B') },
      { op: 'Replace', path: 'active', value: only('False') },
      { op: 'Replace', path: 'emails[type eq "home"].value', value: only('z@x.example') },
      { op: 'Add', path: manager, value: [{ $ref: 'https://x.example/Users/1', value: '1' }] },
      { op: 'Add', value: { userType: ['Employee'] } },
    ),
  ).toEqual({
    name: { givenName: 'Zoë' },
    displayName: 'Zoë B',
    active: false,
    emails: [emails[0], { ...emails[1], value: 'z@x.example' }],
    [manager.slice(0, manager.lastIndexOf(':'))]: { manager: expect.objectContaining({ value: '1' }) },
    userType: 'Employee',
  })
})

test('operations that compare millions of values are refused as too many, a thousand ordinary ones are not', () => {
  const adds = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ op: 'add', path: 'emails', value: [{ value: `${n}` }] }))
  expect(patched({}, ...adds(1_000))['emails']).toHaveLength(1_000)
  const many = Array.from({ length: 2_000 }, (_, n) => ({ value: `${n}` }))
  const tooMany = expect.objectContaining({ scimType: 'tooMany' })
  const refused = (...operations: GivenOperation[]) =>
    expect(() => patched({ emails: many }, ...operations)).toThrow(tooMany)
  refused(...adds(1_000))
  refused({ op: 'remove', path: 'emails', value: many })
})
