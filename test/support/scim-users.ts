import { expect } from 'vitest'
import type { TestApi } from './api.ts'

export const users = '/v1/directory-integration/scim/v2/Users'
export const scim = { accept: 'application/scim+json', 'content-type': 'application/scim+json' }
let serial = 0

export type User = Record<string, unknown> & { id: string }

/** What tests of the directory ask again and again. */
export function scimUsers(api: TestApi) {
  async function aUser(own: Record<string, unknown> = {}): Promise<User> {
    const body = { meta: {}, userName: `person${++serial}@example.com`, ...own }
    const answer = await api.call<User>('POST', users, { body })
    expect(answer).toMatchObject({ status: 201 })
    return answer.body
  }
  const patch = (id: string, ...Operations: object[]) =>
    api.call<User>('PATCH', `${users}/${id}`, {
      body: { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations },
    })
  /** The names of those a filter finds. */
  async function names(filter: string): Promise<unknown[]> {
    const path = `${users}?filter=${encodeURIComponent(filter)}`
    const answer = await api.call<{ totalResults: number; Resources: User[] }>('GET', path)
    expect(answer.status).toBe(200)
    expect(answer.body.totalResults).toBe(answer.body.Resources.length)
    return answer.body.Resources.map(({ userName }) => userName)
  }
  return { aUser, patch, names }
}

/** Every attribute of the table in the specification that a client may give. */
export const everything = {
  active: true,
  addresses: [
    {
      country: 'GB',
      display: 'Office',
      formatted: '12 St James Square, London',
      locality: 'London',
      postalCode: 'SW1Y 4LB',
      primary: true,
      region: 'London',
      streetAddress: '12 St James Square',
      type: 'work',
    },
  ],
  displayName: 'Ada Lovelace',
  emails: [{ display: 'Ada', primary: true, type: 'work', value: 'Ada@Example.com' }],
  entitlements: [{ display: 'Engine', primary: false, type: 'x', value: 'engine' }],
  externalId: '00u1',
  ims: [{ type: 'xmpp', value: 'ada@im.example.com' }],
  locale: 'en-GB',
  name: {
    familyName: 'Lovelace',
    formatted: 'Ms Ada King Lovelace III',
    givenName: 'Ada',
    honorificPrefix: 'Ms',
    honorificSuffix: 'III',
    middleName: 'King',
  },
  nickName: 'Ada',
  phoneNumbers: [{ type: 'work', value: '+44 20 1234' }],
  photos: [{ type: 'photo', value: 'https://example.com/ada.png' }],
  preferredLanguage: 'en',
  profileUrl: 'https://example.com/ada',
  roles: [{ primary: true, value: 'analyst' }],
  timezone: 'Europe/London',
  title: 'Countess',
  userName: 'ada@example.com',
  userType: 'Employee',
  x509Certificates: [{ value: 'MIIB' }],
}
