import type { Configuration } from 'openid-client'
import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { newId } from '../../../lib/ids.ts'
import { Problem } from '../../../lib/problem.ts'
import { findByUserName, findUserCaller, insertUser } from '../../directory/access.ts'
import { domainOf } from '../rules.ts'
import { type Claims, needsUserInfo, textOf, userNameIn, verifiedAddress, withUserInfo } from './claims.ts'
import { type EndedVisit, readUserInfo } from './client.ts'
import { findIdentity, linkIdentity } from './identity-store.ts'
import { type Refusal, refuse } from './refusal.ts'
import type { ProviderRow } from './store.ts'

/** Somebody whom a provider has confirmed. */
export interface Person {
  readonly caller: Caller
  /** What a first sign-in changed: whose subject it is from now on. Absent later. */
  readonly firstSignIn?: 'USER_LINKED' | 'USER_CREATED'
}

/** Who somebody is here that a provider has confirmed. */
export function createPeople({ db }: { readonly db: Db }) {
  /**
   * A subject that was here before is the same user; another one is the user of that name whom no other
   * subject of the provider is, or a new one where the provider may create users. Throws `forbidden` for
   * everybody else.
   */
  async function find(
    provider: ProviderRow,
    configuration: Configuration,
    visit: EndedVisit,
  ): Promise<Person> {
    const { sub } = visit.claims
    const known = await findIdentity(db, provider.id, sub)
    const { userId, ...change } =
      known === undefined ? await firstSignIn(provider, configuration, visit) : { userId: known }
    const caller = await findUserCaller(db, userId)
    if (caller !== undefined) return { caller, ...change }
    throw inactive(sub)
  }

  async function firstSignIn(
    provider: ProviderRow,
    configuration: Configuration,
    visit: EndedVisit,
  ): Promise<Pick<Person, 'firstSignIn'> & { readonly userId: string }> {
    const claims = await claimsOf(provider, configuration, visit)
    const { sub: subject } = claims
    const found = userNameIn(claims, provider.userNameClaim)
    if ('reason' in found) throw refuse('forbidden', { ...explained(found), subject })
    const { userName } = found
    const present = await findByUserName(db, userName)
    const made = present === undefined ? await makePerson(provider, claims, userName) : undefined
    // Another tab of the same browser may have made the user in the meantime.
    const userId = present?.id ?? made ?? (await findByUserName(db, userName))?.id
    const named = { subject, claim: provider.userNameClaim, userName }
    if (userId === undefined)
      throw refuse('forbidden', {
        reason: 'USER_UNKNOWN',
        explanation: 'No user in the directory has this user name, and the provider may not create the user',
        ...named,
      })
    const linked = await linkIdentity(db, provider.id, subject, userId)
    if (linked !== undefined)
      return { userId: linked, firstSignIn: made === undefined ? 'USER_LINKED' : 'USER_CREATED' }
    throw refuse('forbidden', {
      reason: 'USER_LINKED',
      explanation: 'The user of this name has signed in as another subject of the provider',
      ...named,
    })
  }

  async function claimsOf(
    { userNameClaim, justInTimeDomains }: ProviderRow,
    configuration: Configuration,
    visit: EndedVisit,
  ): Promise<Claims> {
    if (!needsUserInfo(visit.claims, userNameClaim, justInTimeDomains.length > 0)) return visit.claims
    const userInfo = await readUserInfo(configuration, visit)
    return userInfo === undefined ? visit.claims : withUserInfo(visit.claims, userInfo)
  }

  /** A new user; undefined where the provider may create none, and when the name is taken. */
  async function makePerson(
    { justInTimeDomains }: ProviderRow,
    claims: Claims,
    userName: string,
  ): Promise<string | undefined> {
    const email = verifiedAddress(claims)
    const domain = email === undefined ? undefined : domainOf(email)
    if (domain === undefined || !justInTimeDomains.some((allowed) => allowed.toLowerCase() === domain))
      return undefined
    const id = newId()
    const displayName = textOf(claims['name'])
    const attributes = {
      userName,
      active: true,
      emails: [{ value: email, primary: true, type: 'work' }],
      ...(displayName !== undefined && { displayName }),
    }
    try {
      await insertUser(db, id, { attributes, passwordHash: undefined })
      return id
    } catch (error) {
      if (error instanceof Problem && error.kind === 'conflict') return undefined
      throw error
    }
  }

  return { find }
}

/** The refusal of a subject whose user may not sign in any more, or is another one from now on. */
export const inactive = (subject: string) =>
  refuse('forbidden', {
    reason: 'USER_INACTIVE',
    explanation: 'The user is not active, or was deleted or unlinked',
    subject,
  })

const explained = (found: {
  readonly reason: 'CLAIM_MISSING' | 'ADDRESS_UNVERIFIED'
  readonly claim: string
}) =>
  ({
    ...found,
    explanation:
      found.reason === 'CLAIM_MISSING'
        ? `Neither the ID token nor UserInfo has the claim ${found.claim}; check the scopes and claims of the client`
        : 'The provider says that the email address is not verified',
  }) satisfies Refusal
