import { faultFinder } from '../../../http/validation.ts'
import { passwordViolations } from '../../../lib/password-rule.ts'
import { hashSecret } from '../../../lib/secret-hash.ts'
import type { DirectoryGrant } from '../grant.ts'
import {
  createScimResource,
  type ResourceDependencies,
  type ResourceKind,
  type ResourceStore,
} from '../resources/service.ts'
import { NewScimUser, ScimUser } from '../schema.ts'
import { userModel } from '../scim/attributes.ts'
import { isMembers, type Members } from '../scim/canonical.ts'
import { applyPatch } from '../scim/patch.ts'
import { missing, refuseLoss, requiredNames } from '../scim/required.ts'
import { invalidValues } from '../scim/scim-problem.ts'
import { splitPassword, userViolations, withActive } from './rules.ts'
import * as users from './store.ts'

const violationsOfUser = faultFinder(ScimUser, 'body')
const violationsOfNewUser = faultFinder(NewScimUser, 'body')

const kind: ResourceKind<users.UserRow, users.UserContent> = {
  model: userModel,
  linksAttribute: 'groups',
  links: ({ groups = [] }, location) =>
    groups.map(({ value, display }) => ({ display, ref: `${location}/Groups/${value}`, value })),
  violations(resource, { isNew, requireMeta }) {
    const ofTypes = (isNew && requireMeta ? violationsOfNewUser : violationsOfUser)(resource)
    const absent = isMembers(resource)
      ? requiredNames(userModel, { requireMeta }).filter((name) => resource[name] === undefined)
      : []
    const found = [...absent.map(missing), ...ofTypes]
    return found.length > 0 ? found : userViolations(resource as Members)
  },
  contentOf,
  keeping: ({ attributes, passwordHash }, held) => ({
    attributes: withActive(attributes, held),
    passwordHash,
  }),
  patched: (changes, grant) => async (held) => {
    const changed = applyPatch(held, changes)
    refuseLoss(requiredNames(userModel, grant), changes, { held, changed })
    const violations = [...violationsOfUser(changed), ...userViolations(changed)]
    if (violations.length > 0) throw invalidValues(violations)
    return kind.keeping(await contentOf(changed, grant), held)
  },
}

async function contentOf(
  resource: Members,
  { acceptsPasswords }: DirectoryGrant,
): Promise<users.UserContent> {
  const { attributes, password: given } = splitPassword(resource)
  const password = acceptsPasswords ? given : undefined
  const userName = String(attributes['userName'] ?? '')
  const violations = password === undefined ? [] : passwordViolations(password, userName, 'body/password')
  if (violations.length > 0) throw invalidValues(violations)
  return { attributes, passwordHash: password === undefined ? undefined : await hashSecret(password) }
}

type Store = ResourceStore<users.UserRow, users.UserContent>

/** `onAccessEnded` is called once a change is committed that ended sessions. */
function storeWith(onAccessEnded: () => void): Store {
  const change: Store['change'] = async (db, grant, id, make) => {
    let ended = false
    const found = await users.changeUser(db, grant, id, async (row) => {
      const content = await make(row)
      ended = users.endsAccess(content)
      return content
    })
    if (ended) onAccessEnded()
    return found
  }
  const remove: Store['remove'] = async (...wanted) => {
    const found = await users.deleteUser(...wanted)
    if (found) onAccessEnded()
    return found
  }
  return { insert: users.addUser, find: users.findUser, list: users.listUsers, change, remove }
}

export interface UsersDependencies extends ResourceDependencies {
  readonly onAccessEnded: () => void
}

/**
 * Users as SCIM resources. A new user is active and has no role; a replacement keeps the password and
 * `active`.
 */
export const createUsers = ({ onAccessEnded, ...dependencies }: UsersDependencies) =>
  createScimResource(kind, storeWith(onAccessEnded), dependencies)
