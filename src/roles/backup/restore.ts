import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, normalize, resolve, sep } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { beginRestoration, type Restoration } from '../../db/backup/restoration.ts'
import { unbundle } from '../../git/bundle.ts'
import { errorText } from '../../lib/error-text.ts'
import { ifThere } from '../../lib/if-there.ts'
import { StartupError } from '../../lib/startup-error.ts'
import type { ReadMember } from '../../lib/tar.ts'
import { isRepositoryFolder, type Manifest, repositoryPart, type TableInBackup, tablePart } from './format.ts'
import { setModified } from './modified-time.ts'
import { membersOf } from './read-backup.ts'

export interface RestoreOptions {
  readonly connectionString: string
  readonly file: string
  /** Of `file`, which was checked. */
  readonly manifest: Manifest
  /** Whether what is there may be replaced. */
  readonly replace: boolean
  /** Where hosted repositories belong. */
  readonly hostedFolder: string
  /** Where the folders of files belong, by their names in the backup. */
  readonly folders: Readonly<Record<string, string>>
  readonly onProgress: (text: string) => void
}

/** What was there before, and where it is now. */
export interface Replaced {
  readonly folder: string
  readonly keptAs: string
}

/**
 * Restores repositories and files beside their places, fills the database in one transaction, and then puts
 * the folders in place: until the commit nothing has changed. Throws `StartupError`.
 */
export async function restore(options: RestoreOptions): Promise<Replaced[]> {
  const { manifest, replace } = options
  const places = placesOf(options)
  await refuseFilled(places, replace)
  const restoration = await beginRestoration(options.connectionString, { schema: manifest.schema, replace })
  try {
    await refuseFixed(places)
    await fill(restoration, places, options)
    await restoration.finish(manifest.sequences)
  } catch (error) {
    await restoration.abandon().catch(() => undefined)
    for (const { fresh } of places) await rm(fresh, { recursive: true, force: true })
    if (!isNoRoom(error)) throw error
    throw new StartupError(
      `The backup cannot be restored: ${errorText(error)}. Make room, and restore it again. Nothing was changed.`,
      { cause: error },
    )
  }
  return putInPlace(places)
}

/** Whether the disk of the folders, or of the database, is full. */
const isNoRoom = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as NodeJS.ErrnoException).code))

/** One folder of the backup: its name there, where it belongs, and where it is made until all is there. */
interface Place {
  readonly name: string
  readonly folder: string
  readonly fresh: string
}

const HOSTED = 'git/hosted'

function placesOf({ manifest, hostedFolder, folders }: RestoreOptions): Place[] {
  const wanted = manifest.folders.map((name) => ({ name, folder: folders[name] }))
  if (manifest.repositories.length > 0) wanted.push({ name: HOSTED, folder: hostedFolder })
  return wanted.map(({ name, folder: given }) => {
    if (given === undefined) throw new StartupError(`The backup contains an unknown folder ${name}.`)
    const folder = resolve(given) // with a slash at its end, the folder beside it would be inside it
    return { name, folder, fresh: `${folder}.restoring` }
  })
}

async function refuseFilled(places: readonly Place[], replace: boolean): Promise<void> {
  for (const { folder, fresh } of places) {
    await rm(fresh, { recursive: true, force: true }) // of a restoration that was interrupted
    const entries = await ifThere(readdir(folder)).catch((error: unknown) => {
      throw new StartupError(`${folder} cannot be read: ${errorText(error)}`, { cause: error })
    })
    if (entries !== undefined && entries.length > 0 && !replace)
      throw new StartupError(
        `${folder} is not empty. Restore into an empty data folder, or replace it with --replace.`,
      )
  }
}

/** Moves each folder aside and back: one that cannot be replaced is found before anything has changed. */
async function refuseFixed(places: readonly Place[]): Promise<void> {
  for (const { folder } of places) {
    const aside = `${folder}.aside-${randomUUID().slice(0, 8)}`
    try {
      await rename(folder, aside)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue
      throw new StartupError(
        `${folder} cannot be replaced: ${errorText(error)}. A mount point never can: choose a folder below it, or ` +
          'unmount it, restore, and move the files there. Nothing was changed.',
        { cause: error },
      )
    }
    await rename(aside, folder)
  }
}

async function fill(
  restoration: Restoration,
  places: readonly Place[],
  { file, manifest, onProgress }: RestoreOptions,
): Promise<void> {
  for (const { fresh } of places) await mkdir(fresh, { recursive: true, mode: 0o700 })
  const tables = new Map(manifest.tables.map((table) => [tablePart(table.name, 1), table]))
  const repositories = new Map(manifest.repositories.map((one) => [repositoryPart(one.folder, 1), one]))
  const members = membersOf(file)
  let count = 0
  for await (const member of members) {
    onProgress(`Restoring: ${member.path}`)
    const table = tables.get(member.path)
    const repository = repositories.get(member.path)
    if (table !== undefined) {
      await loadTable(restoration, table, partsOf(member, members, table.parts))
      count++
    } else if (repository !== undefined) {
      const folder = join(freshOf(places, HOSTED), plainName(repository.folder))
      await restoreRepository(partsOf(member, members, repository.parts), folder, repository.head)
    } else await restoreFile(member, places)
  }
  const expected = manifest.tables.filter(({ parts }) => parts > 0).length
  if (count !== expected)
    throw new StartupError(`The backup contains ${count} tables instead of ${expected}.`)
  for (const { folder, head, parts } of manifest.repositories)
    if (parts === 0) await unbundle(undefined, join(freshOf(places, HOSTED), plainName(folder)), head)
}

const freshOf = (places: readonly Place[], name: string): string =>
  places.find((place) => place.name === name)!.fresh

/** The bytes of members that belong together and follow each other. */
async function* partsOf(
  first: ReadMember,
  following: AsyncGenerator<ReadMember>,
  parts: number,
): AsyncGenerator<Buffer> {
  yield* first.body
  for (let part = 2; part <= parts; part++) {
    const { done, value } = await following.next()
    if (done) throw new StartupError(`The backup lacks a part of ${first.path}.`)
    yield* value.body
  }
}

async function loadTable(
  restoration: Restoration,
  table: TableInBackup,
  zipped: AsyncIterable<Buffer>,
): Promise<void> {
  const rows = new PassThrough()
  const [loaded] = await Promise.all([
    restoration.load(table, rows),
    pipeline(Readable.from(zipped, { objectMode: false }), createGunzip(), rows),
  ])
  if (loaded !== table.rows)
    throw new StartupError(`The backup has ${table.rows} rows of ${table.name}, and ${loaded} were restored.`)
}

async function restoreRepository(bytes: AsyncIterable<Buffer>, folder: string, head: string): Promise<void> {
  const file = `${folder}.bundle`
  await pipeline(bytes, createWriteStream(file, { mode: 0o600 }))
  await unbundle(file, folder, head)
  await rm(file)
}

/** A file of one of the folders; the rest of the backup has been read before. */
async function restoreFile(
  { path, mode, modifiedNs, body }: ReadMember,
  places: readonly Place[],
): Promise<void> {
  const place = places.find(({ name }) => path.startsWith(`${name}/`))
  if (place === undefined) return
  const within = normalize(path.slice(place.name.length + 1))
  if (within.startsWith(`..${sep}`) || within.startsWith(sep))
    throw new StartupError(`The backup contains a file outside its folder: ${path}.`)
  const target = join(place.fresh, within)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await using file = await open(target, 'wx', mode)
  for await (const chunk of body) await file.writeFile(chunk)
  if (modifiedNs !== undefined) await setModified(file, modifiedNs)
}

/** Names of folders come from the backup: none may lead elsewhere. */
function plainName(name: string): string {
  if (isRepositoryFolder(name)) return name
  throw new StartupError(`The backup names a repository ${name}, which no project has.`)
}

async function putInPlace(places: readonly Place[]): Promise<Replaced[]> {
  const replaced: Replaced[] = []
  for (const { folder, fresh } of places) {
    const entries = await ifThere(readdir(folder))
    const keptAs = `${folder}.before-${randomUUID().slice(0, 8)}`
    if (entries?.length === 0) await rm(folder, { recursive: true })
    else if (entries !== undefined) {
      await rename(folder, keptAs)
      replaced.push({ folder, keptAs })
    }
    await mkdir(dirname(folder), { recursive: true, mode: 0o700 })
    await rename(fresh, folder)
  }
  return replaced
}
