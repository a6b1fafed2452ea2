import { findUserCaller } from '../../src/features/directory/access.ts'
import { createPersonalTokens } from '../../src/features/personal-tokens/service.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { TestApi } from './api.ts'

let serial = 0
const scim = '/v1/directory-integration/scim/v2'

/** A person of the directory, with a token that has all of its roles. */
export async function aPerson(api: TestApi, own: Record<string, unknown> = {}) {
  const body = { meta: {}, userName: `someone${++serial}@example.com`, ...own }
  const created = await api.call<{ id: string; userName: string }>('POST', `${scim}/Users`, { body })
  if (created.status !== 201) throw new Error(`No person: ${JSON.stringify(created.body)}`)
  const { id, userName } = created.body
  return { id, userName, token: await aPersonalToken(api, id, ['read', 'write']) }
}

/** A group with these members. */
export async function aGroup(api: TestApi, memberIds: readonly string[]): Promise<string> {
  const body = { displayName: `Team ${++serial}`, members: memberIds.map((value) => ({ value })) }
  return (await api.call<{ id: string }>('POST', `${scim}/Groups`, { body })).body.id
}

export async function aPersonalToken(
  api: TestApi,
  userId: string,
  scopes: ('read' | 'write')[],
): Promise<string> {
  const person = await findUserCaller(api.db, userId)
  const tokens = createPersonalTokens({ db: api.db, clock: systemClock })
  return (await tokens.create(person!, { name: 'test', scopes })).token
}
