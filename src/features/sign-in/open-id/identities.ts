import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/problem.ts'
import { requireSuperAdmin } from '../../projects/access.ts'
import type { UserIdentities } from '../schema.ts'
import type { Sessions } from '../sessions.ts'
import { deleteIdentities, listIdentities } from './identity-store.ts'

export type Identities = ReturnType<typeof createIdentities>

/** Who users are at identity providers, for administrators. */
export function createIdentities({ db, sessions }: { readonly db: Db; readonly sessions: Sessions }) {
  async function list(caller: Caller, userId: string): Promise<UserIdentities> {
    requireSuperAdmin(caller)
    const results = await listIdentities(db, userId)
    if (results === undefined) throw notFound('User', userId)
    return { results }
  }

  /**
   * For a user whose subject has changed: whoever signs in next under the user name is the user. Sessions
   * end.
   */
  async function unlink(caller: Caller, userId: string): Promise<void> {
    requireSuperAdmin(caller)
    if (!(await deleteIdentities(db, userId))) throw notFound('Identity of user', userId)
    sessions.forget()
  }

  return { list, unlink }
}
