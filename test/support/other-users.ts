import { dirname } from 'node:path'
import { canReach } from '../../src/db/embedded/privileges.ts'

/** An account that owns nothing here. */
const STRANGER = { kind: 'account', uid: 65_533, gid: 65_533 } as const

/**
 * Whether tests can start programs of this checkout as another user: they are root, and no folder above it is
 * private.
 */
export async function canActAsOthers(): Promise<boolean> {
  if (process.getuid?.() !== 0) return false
  const folders = [process.cwd(), dirname(process.execPath)]
  const reached = await Promise.all(folders.map((folder) => canReach(STRANGER, folder)))
  const isReached = !reached.includes(false)
  if (!isReached)
    console.log('Skipped: what another user does, who cannot reach this checkout in a private folder')
  return isReached
}
