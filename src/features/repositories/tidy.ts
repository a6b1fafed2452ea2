import { readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db } from '../../db/database.ts'
import { fragmentsOf } from '../../git/bare.ts'
import { runGit } from '../../git/run-git.ts'
import { isUuid } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import type { Progressed } from '../../lib/service.ts'
import { copyFolder } from './copies.ts'
import { deleteLostOperations, findLocations } from './store.ts'

const DAY_MS = 86_400_000
/**
 * The folder of a deleted project is kept this long after it was marked, in case it was deleted by mistake.
 */
const KEEP_HOSTED_MS = 7 * DAY_MS
const KEEP_COPY_MS = DAY_MS
const LOCK_MS = 2 * 3_600_000
const MAX_PACKS = 30
/** What is written through the API is no pack. */
const MAX_LOOSE_OBJECTS = 5_000
const REPACK_TIMEOUT_MS = 30 * 60_000
const SIGN_MS = 60_000

export interface TidyOptions {
  readonly db: Db
  readonly root: string
  readonly log: Log
  readonly now: () => number
  readonly progressed?: Progressed | undefined
}

/**
 * Deletes unused folders (of deleted projects, copies of locations a project has left, unfinished copies of
 * lost processes), and repacks repositories that many pushes or fetches have fragmented. Several servers may
 * do it at once: Git locks what it packs.
 */
export async function tidyFolders({ db, root, log, now, progressed }: TidyOptions): Promise<void> {
  await deleteLostOperations(db)
  const hosted = await foldersIn(join(root, 'hosted'))
  const copies = await foldersIn(join(root, 'copies'))
  const locations = await findLocations(db, [...hosted, ...copies].map(projectOf).filter(isUuid))
  const needed = new Set(
    locations.flatMap((location) => (location.provider === undefined ? [] : [copyFolder(root, location)])),
  )
  const projects = new Set(locations.map(({ projectId }) => projectId))
  const isOlder = async (path: string, ms: number) => now() - (await stat(path)).mtimeMs > ms

  for (const path of [...hosted, ...copies]) {
    const isHosted = path.startsWith(join(root, 'hosted'))
    const isNeeded = isHosted ? projects.has(projectOf(path)) : needed.has(path)
    const isUnfinished = path.endsWith('.new')
    const unused = join(path, UNUSED_MARK)
    if (isNeeded && !isUnfinished) {
      await rm(unused, { force: true })
      await removeOldLocks(path, isOlder)
      // One that is damaged must not keep the others from being packed.
      await repack(path, progressed).catch((error: unknown) =>
        log.error({ err: error, folder: path }, 'Could not repack a repository'),
      )
      continue
    }
    const isOver =
      isHosted && !isUnfinished
        ? (await isMarked(unused)) && (await isOlder(unused, KEEP_HOSTED_MS))
        : await isOlder(path, KEEP_COPY_MS)
    if (!isOver) continue
    await rm(path, { recursive: true, force: true })
    log.info({ folder: path }, 'Deleted an unused Git folder')
  }
}

/** Since when nothing needs a hosted repository: pushes do not change the time of its folder. */
const UNUSED_MARK = 'headrace-unused'

/** Whether the mark was there; it is made where it was not. */
async function isMarked(path: string): Promise<boolean> {
  try {
    await writeFile(path, '', { flag: 'wx' })
    return false
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return true
    throw error
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => isUuid(name.slice(0, 36))).map((name) => join(folder, name))
}

const projectOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).slice(0, 36)

/**
 * Deletes locks left by a killed process, which would reject pushes indefinitely. No operation of the server
 * lasts this long.
 */
async function removeOldLocks(
  folder: string,
  isOlder: (path: string, ms: number) => Promise<boolean>,
): Promise<void> {
  const names = ['HEAD.lock', 'config.lock', 'packed-refs.lock', 'gc.pid']
  const refs = await readdir(join(folder, 'refs'), { recursive: true }).catch(() => []) // not every copy has loose refs
  for (const name of [
    ...names,
    ...refs.map((ref) => join('refs', ref)).filter((ref) => ref.endsWith('.lock')),
  ]) {
    const path = join(folder, name)
    // Most of them do not exist, and Git may remove one at any moment.
    if (await isOlder(path, LOCK_MS).catch(() => false)) await rm(path, { force: true })
  }
}

/** Git ends in its time, which may be longer than a pass may take without a sign of life. */
async function repack(folder: string, progressed?: Progressed): Promise<void> {
  const { packs, loose } = await fragmentsOf(folder)
  if (packs <= MAX_PACKS && loose <= MAX_LOOSE_OBJECTS) return
  const signs = setInterval(() => progressed?.(), SIGN_MS)
  try {
    await runGit({ args: ['gc', '--quiet'], cwd: folder, timeoutMs: REPACK_TIMEOUT_MS })
  } finally {
    clearInterval(signs)
  }
}
