import { chmod, stat } from 'node:fs/promises'
import type { Log } from './log.ts'
import { StartupError } from './startup-error.ts'

const OTHERS = 0o077

/**
 * Takes the rights of other accounts away from what only its owner may read: a copy often grants them.
 * Nothing happens when `path` is missing. Throws `StartupError` that says what to run when it belongs to
 * another account.
 */
export async function closeToOthers(path: string, log: Log, allowed = 0): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined || (found.mode & OTHERS & ~allowed) === 0) return
  const before = `0${(found.mode & 0o777).toString(8)}`
  const after = found.isDirectory() ? 0o700 : 0o600
  try {
    await chmod(path, after)
  } catch (error) {
    throw new StartupError(
      `Other accounts may read ${path} (mode ${before}), and its mode cannot be changed: ` +
        `${(error as Error).message}. Run: chmod ${after.toString(8)} ${path}`,
      { cause: error },
    )
  }
  log.warn(
    { path, before, after: `0${after.toString(8)}` },
    'Closed to other accounts what only its owner may read',
  )
}
