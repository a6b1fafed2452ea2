import { readFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { failureLog } from './failure-log.ts'
import type { Log } from './log.ts'
import { StartupError } from './startup-error.ts'

const MIN_OPEN_FILES = 256
/** What a server needs besides its clients: connections to the database, Git's programs, files. */
const OWN_FILES = 128

/**
 * How many files, connections among them, this process may have open at once; undefined where nobody says so.
 */
function openFilesLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined // not Linux
  }
}

/** Throws StartupError where the system lets this process open too few files to work. */
export function refuseFewOpenFiles(limit = openFilesLimit()): void {
  if (limit === undefined || limit >= MIN_OPEN_FILES) return
  throw new StartupError(
    `This process may have ${limit} files open at once, and Headrace needs ${MIN_OPEN_FILES} at least. ` +
      'Raise the limit (ulimit -n, LimitNOFILE of systemd, --ulimit nofile of Docker); 4096 is ample.',
  )
}

/**
 * Leaves the server files for its own work, however many clients connect: those beyond are refused, and the
 * log says so. Without that the system would refuse them without a word, and the database and Git with them.
 */
export function limitConnections(server: Server, log: Log, limit = openFilesLimit()): void {
  if (limit === undefined) return
  server.maxConnections = limit - OWN_FILES
  const tell = failureLog(log, 'warn', 'Refused a connection: raise the limit of open files (ulimit -n)')
  server.on('drop', () => tell(`${server.maxConnections} connections are open, of ${limit} open files`))
}
