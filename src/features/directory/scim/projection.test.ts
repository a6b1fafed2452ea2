import { expect, test } from 'vitest'
import { enterpriseSchema, userModel } from './attributes.ts'
import { projectionNames, projectionOf } from './projection.ts'

const urn = enterpriseSchema.id
const user = {
  schemas: ['s'],
  id: 'i',
  meta: { version: '"1"' },
  userName: 'ada',
  name: { givenName: 'Ada', familyName: 'Lovelace' },
  emails: [{ value: 'a', type: 'work' }, { type: 'home' }],
  [urn]: { department: 'D', manager: { value: 'm', displayName: 'M' } },
}
const only = (attributes: string) => projectionOf(userModel, projectionNames({ attributes })).apply(user)
const without = (excludedAttributes: string) =>
  projectionOf(userModel, projectionNames({ excludedAttributes })).apply(user)

test('attributes: those that are named, in any case, and what is always there', () => {
  const always = { schemas: ['s'], id: 'i', meta: { version: '"1"' } }
  expect(only('USERNAME, unknown')).toEqual({ ...always, userName: 'ada' })
  expect(only('name.familyName,name.givenName')).toEqual({ ...always, name: user.name })
  expect(only('emails.value')).toEqual({ ...always, emails: [{ value: 'a' }, {}] })
  expect(only(`${urn}:department`)).toEqual({ ...always, [urn]: { department: 'D' } })
  expect(only(`${urn}:manager.value,${urn}:department`)).toEqual({
    ...always,
    [urn]: { department: 'D', manager: { value: 'm' } },
  })
  expect(only(urn)).toEqual({ ...always, [urn]: user[urn] })
  expect(only('urn:ietf:params:scim:schemas:core:2.0:User:userName')).toEqual({ ...always, userName: 'ada' })
})

test('excludedAttributes: all but those that are named', () => {
  const { emails: _, ...noEmails } = user
  expect(without('emails,id,meta,unknown')).toEqual(noEmails)
  expect(without('name.givenName')).toEqual({ ...user, name: { familyName: 'Lovelace' } })
  expect(without('emails.type')).toEqual({ ...user, emails: [{ value: 'a' }, {}] })
  const { [urn]: __, ...noExtension } = user
  expect(without(urn)).toEqual(noExtension)
  expect(without(`${urn}:manager`)).toEqual({ ...user, [urn]: { department: 'D' } })
})

test('what is not asked for need not be read', () => {
  const asked = projectionOf(userModel, projectionNames({ attributes: 'groups.display' }))
  expect([asked.has('groups'), asked.has('emails')]).toEqual([true, false])
  const excluded = projectionOf(userModel, projectionNames({ excludedAttributes: 'GROUPS' }))
  expect([excluded.has('groups'), excluded.has('emails')]).toEqual([false, true])
})
