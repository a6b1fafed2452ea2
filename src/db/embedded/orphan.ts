import { execFile } from 'node:child_process'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'

/** How long PostgreSQL may take to shut down, in milliseconds, before it is made to end more roughly. */
export const stopLimitMs = 10_000

/**
 * Ends the PostgreSQL that an earlier start left running on `dataFolder`, and defuses a pid file that
 * outlived its process, also when its number belongs to another program by now; that program is left alone.
 * Call it as the owner of the folder. Throws StartupError when PostgreSQL will not end.
 */
export async function endOrphan(dataFolder: string, log: Log): Promise<void> {
  const pidFile = join(dataFolder, 'postmaster.pid')
  const content = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (content === undefined) return
  const pid = Number.parseInt(content, 10)
  if (pid > 1 && (await isPostgresOn(dataFolder, pid))) {
    log.info({ pid }, 'Ending the PostgreSQL that an earlier start left running')
    await end(dataFolder, pid)
  }
  await defuse(pidFile)
}

/**
 * PostgreSQL refuses to start while the number in the file is that of any living program but its parent,
 * which we will be. The file is kept for its other lines: through them PostgreSQL sees whether sessions of a
 * killed server still use the data, and two servers at once would destroy them.
 */
async function defuse(pidFile: string): Promise<void> {
  const content = await readFile(pidFile, 'utf8').catch(() => undefined)
  if (content === undefined) return
  if (content.trim() === '')
    await rm(pidFile) // the machine went down while it was being written
  else await writeFile(pidFile, content.replace(/^.*/, String(process.pid)))
}

async function end(dataFolder: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalProcess(pid, signal)
    const deadline = performance.now() + stopLimitMs
    while (performance.now() < deadline) {
      if (!(await isPostgresOn(dataFolder, pid))) return
      await sleep(20)
    }
  }
  throw new StartupError(
    `PostgreSQL (process ${pid}) still runs on ${dataFolder} and does not end. End it by hand.`,
  )
}

/** Throws StartupError when the process is another account's. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return
    const message = `PostgreSQL of an earlier start (process ${pid}) is another account's. End it first.`
    throw new StartupError(message, { cause: error })
  }
}

/** Whether the process is a PostgreSQL server on this very folder: a number alone proves nothing. */
async function isPostgresOn(dataFolder: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    const answer = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return answer.then(({ stdout }) => stdout.includes(`postgres -D ${dataFolder} `)).catch(() => false)
  }
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
  if (basename(words[0] ?? '') !== 'postgres') return false
  if (words[words.indexOf('-D') + 1] === dataFolder) return true
  const [works, data] = await Promise.all([
    stat(`/proc/${pid}/cwd`).catch(() => undefined), // where the server works, also when it was moved
    stat(dataFolder).catch(() => undefined),
  ])
  return works !== undefined && data !== undefined && works.ino === data.ino && works.dev === data.dev
}
