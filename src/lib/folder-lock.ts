import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'

/** A network file system may not answer; then nothing is locked. */
const PATIENCE_MS = 5_000
/** What `flock` of util-linux and of BusyBox ends with when another process has the lock. */
const TAKEN = 1

/**
 * Locks a folder until the answered function is called or this process ends, however it ends; undefined when
 * it is locked already. The kernel keeps the lock, so it holds between containers too, whose processes do not
 * see each other. Where there is no program `flock`, as on macOS, nothing is locked.
 */
export async function lockFolder(path: string): Promise<(() => void) | undefined> {
  const folder = openSync(path, 'r')
  if ((await exitOfFlock(folder)) !== TAKEN) return () => closeSync(folder)
  closeSync(folder)
  return undefined
}

/** The lock belongs to the open folder, which `flock` shares with this process, and outlasts `flock`. */
function exitOfFlock(folder: number): Promise<number | null> {
  const child = spawn('flock', ['-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', folder],
    timeout: PATIENCE_MS,
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
}
