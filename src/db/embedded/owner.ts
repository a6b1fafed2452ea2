import { execFile } from 'node:child_process'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../lib/startup-error.ts'

/**
 * Makes this process the owner of `folder` until the answered function is called or the process ends, however
 * it ends. Throws StartupError when another living process owns it: its PostgreSQL must not be taken for an
 * orphan. The file tells the process by id and start, since ids come back, in containers at every start.
 */
export async function ownFolder(folder: string): Promise<() => Promise<void>> {
  const file = join(folder, 'owner')
  const mine = `${process.pid}\n${await startOf(process.pid)}\n`
  const prepared = `${file}.${process.pid}.${crypto.randomUUID()}`
  await writeFile(prepared, mine, { mode: 0o600 })
  try {
    await claim(file, prepared, folder)
  } finally {
    await rm(prepared, { force: true })
  }
  return () => rm(file, { force: true })
}

/** A hard link is made for one of several processes only, and with its content. */
async function claim(file: string, prepared: string, folder: string): Promise<void> {
  for (;;) {
    const taken = await link(prepared, file).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false
        throw error
      },
    )
    if (taken) return
    const owner = await readFile(file, 'utf8').catch(() => undefined)
    if (owner === undefined) continue // given up in this moment
    const [pid = '', start = ''] = owner.split('\n')
    if (start !== '' && start === (await startOf(Number(pid)))) throw inUse(folder, pid)
    await removeStale(file, owner, `${prepared}.stale`)
  }
}

/** Removes the file only if it still says `owner`: another process may have replaced it since it was read. */
async function removeStale(file: string, owner: string, aside: string): Promise<void> {
  await rename(file, aside).catch(() => undefined)
  const removed = await readFile(aside, 'utf8').catch(() => owner)
  if (removed !== owner) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

const inUse = (folder: string, pid: string) =>
  new StartupError(
    `The data folder ${folder} is in use by process ${pid}. Stop that one first, or choose another folder. ` +
      'Several processes can share one database through DATABASE_URL.',
  )

/** When the process began, in the system's own words; empty when there is no such process. */
async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const answer = promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)])
    return answer.then(({ stdout }) => stdout.trim()).catch(() => '')
  }
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const [state, ...fields] = status.slice(status.lastIndexOf(')') + 2).split(' ')
  if (status === '' || state === 'Z') return ''
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')
  return `${boot.trim()} ${fields[18]}` // field 22 of proc(5), counted from the one after the state
}
