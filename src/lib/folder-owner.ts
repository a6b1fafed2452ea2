import { execFile } from 'node:child_process'
import { link, lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { lockFolder } from './folder-lock.ts'
import { StartupError } from './startup-error.ts'
import { folderFault } from './writable-folder.ts'

/**
 * Makes this process the owner of `folder` until the answered function is called or the process ends, however
 * it ends. Throws StartupError when another living process owns it, for its PostgreSQL must not be taken for
 * an orphan, and when nothing can be written there. Owners follow each other as `owner`/1, `owner`/2, …, and
 * the highest one counts: to create the next number is a step that only one of many can do, where to replace
 * a file is not. A file tells its process by id and start, since ids come back, in containers at every start;
 * an empty file names no owner. Of a process in another container neither says anything: there a lock does.
 */
export async function ownFolder(folder: string): Promise<() => Promise<void>> {
  try {
    return await own(folder)
  } catch (error) {
    if (error instanceof StartupError) throw error
    const message = `The data folder ${folder} cannot be used: ${folderFault(error)}.`
    throw new StartupError(message, { cause: error })
  }
}

async function own(folder: string): Promise<() => Promise<void>> {
  const owners = join(folder, 'owner')
  await mkdir(owners, { recursive: true, mode: 0o700 })
  const unlock = await lockFolder(owners)
  if (unlock === undefined) throw inUse(folder, await ownerOf(folder))
  try {
    const mine = await nameOwner(owners, folder)
    return () => writeFile(mine, '').finally(unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

async function nameOwner(owners: string, folder: string): Promise<string> {
  const prepared = join(owners, `${crypto.randomUUID()}.new`)
  await writeFile(prepared, `${process.pid}\n${await startOf(process.pid)}\n`, { mode: 0o600 })
  try {
    return await claim(owners, prepared, folder)
  } finally {
    await rm(prepared, { force: true })
  }
}

async function claim(owners: string, prepared: string, folder: string): Promise<string> {
  for (;;) {
    const last = await lastOwner(owners)
    const pid = await livingProcess(join(owners, String(last)))
    if (pid !== undefined) throw inUse(folder, pid)
    const mine = join(owners, String(last + 1))
    if (!(await createLink(prepared, mine))) continue // another process was first
    if ((await lastOwner(owners)) === last + 1) {
      await removeBefore(owners, last)
      return mine
    }
    await rm(mine, { force: true }) // owners came and went since we looked, and ours was a number they removed
  }
}

/** The living process that owns `folder`, if there is one. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  const owners = join(folder, 'owner')
  return livingProcess(join(owners, String(await lastOwner(owners).catch(() => 0))))
}

/** A folder without an owner may be one that is being made. */
const UNOWNED_MS = 10 * 60_000

/** Whether `path` is a folder of this user whose owner has ended without removing it. */
export async function isAbandoned(path: string): Promise<boolean> {
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) return false
  const isOwned = (await readdir(path)).includes('owner')
  return isOwned ? (await ownerOf(path)) === undefined : Date.now() - found.mtimeMs >= UNOWNED_MS
}

async function livingProcess(file: string): Promise<number | undefined> {
  const [pid = '', start = ''] = (await readFile(file, 'utf8').catch(() => '')).split('\n')
  return start !== '' && start === (await startOf(Number(pid))) ? Number(pid) : undefined
}

/** 0 when the folder never had an owner. */
async function lastOwner(owners: string): Promise<number> {
  const numbers = (await readdir(owners)).filter((name) => /^\d+$/.test(name)).map(Number)
  return Math.max(0, ...numbers)
}

/** The predecessor stays, so that a reader of the folder always finds the highest or the one before it. */
async function removeBefore(owners: string, predecessor: number): Promise<void> {
  for (const name of await readdir(owners)) {
    if (Number(name) < predecessor) await rm(join(owners, name), { force: true })
  }
}

/** A hard link appears with its whole content, and for one of several processes only. */
const createLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )

const inUse = (folder: string, pid: number | undefined) => {
  const by = pid === undefined ? 'another process, perhaps in another container' : `process ${pid}`
  return new StartupError(
    `The data folder ${folder} is in use by ${by}. Stop that one first, or choose another folder. ` +
      'Several processes can share one database through DATABASE_URL.',
  )
}

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
