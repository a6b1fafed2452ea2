import { writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { StartupError } from '../../lib/startup-error.ts'
import type { Identity } from './privileges.ts'

/** Part of Debian's libnss-wrapper: answers questions about users of the files that its variables name. */
const LIBRARY = 'libnss_wrapper.so'

/**
 * PostgreSQL creates a data folder only for a user who has a name, and platforms such as OpenShift run
 * containers as a number that is in no list of users.
 */
export function isUnnamed({ kind }: Identity): boolean {
  if (kind !== 'self' || process.platform !== 'linux') return false
  try {
    userInfo()
    return false
  } catch {
    return true
  }
}

/** Variables that give our user a name, by the list of users `file` that is written for it. */
export async function naming(file: string): Promise<Readonly<Record<string, string>>> {
  const [uid, gid] = [process.getuid!(), process.getgid!()]
  await writeFile(file, `headrace:x:${uid}:${gid}:Headrace:/:/bin/false\n`)
  return { LD_PRELOAD: LIBRARY, NSS_WRAPPER_PASSWD: file, NSS_WRAPPER_GROUP: '/dev/null' }
}

/** What to do where that library is not installed. */
export const unnamedUser = (cause: unknown): StartupError =>
  new StartupError(
    `PostgreSQL creates no data folder for the user id ${process.getuid!()}, which has no entry in /etc/passwd: ` +
      'add one, install libnss-wrapper, start as another user, or set DATABASE_URL to a PostgreSQL server.',
    { cause },
  )
