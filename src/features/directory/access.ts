import type { Db } from '../../db/database.ts'
import type { Caller, DirectoryCaller } from '../../http/caller.ts'
import { Problem } from '../../lib/problem.ts'
import type { DirectoryGrant } from './grant.ts'
import { readSettings } from './settings-store.ts'

/** Who may work on the directory: administrators, and identity providers with a token of their own. */
export type DirectoryUser = Caller | DirectoryCaller

/**
 * Enters the directory interface. Throws `forbidden` for callers without the right, or while it is switched
 * off.
 */
export async function enterDirectory(db: Db, caller: DirectoryUser): Promise<DirectoryGrant> {
  if (caller.kind !== 'DIRECTORY' && caller.accountRole !== 'SUPER_ADMIN') {
    throw new Problem('forbidden', 'The directory needs the account role SUPER_ADMIN or a directory token')
  }
  const { enabled, requireMeta, acceptPasswords } = await readSettings(db)
  if (!enabled) throw new Problem('forbidden', 'The directory interface is disabled in its settings')
  const byDirectory = caller.kind === 'DIRECTORY'
  return { requireMeta, byDirectory, acceptsPasswords: acceptPasswords || !byDirectory } as DirectoryGrant
}

export {
  findAuthor,
  findByUserName,
  findPassword,
  findUserCaller,
  setAccountRole,
  setPassword,
} from './accounts/store.ts'
export type { DirectoryGrant } from './grant.ts'
export { insertUser } from './users/store.ts'
