import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip } from 'node:zlib'
import { type DatabaseSnapshot, openSnapshot } from '../../db/backup/snapshot.ts'
import { refusal } from '../../db/connect.ts'
import { bundleOf, type RepositoryBundle } from '../../git/bundle.ts'
import { errorText } from '../../lib/error-text.ts'
import { ifThere } from '../../lib/if-there.ts'
import { mebibytes } from '../../lib/mebibytes.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { productVersion } from '../../lib/version.ts'
import { type BackupFile, createBackupFile } from './backup-file.ts'
import { entriesOf, filesBelow } from './files-below.ts'
import {
  BEGINNING,
  type Beginning,
  FORMAT,
  isRepositoryFolder,
  MANIFEST,
  MASTER_KEY,
  type Manifest,
  type RepositoryInBackup,
  repositoryPart,
  type TableInBackup,
  tablePart,
} from './format.ts'

export interface BackUpOptions {
  readonly connectionString: string
  /** Where the backup goes. */
  readonly file: string
  /** Included in clear when given. */
  readonly masterKey: Buffer | undefined
  /** The folder of hosted repositories; undefined when it is kept elsewhere. */
  readonly hostedFolder: string | undefined
  /** Folders of files by their names in the backup. */
  readonly folders: Readonly<Record<string, string>>
  /** Called often, with what is being done. */
  readonly onProgress: (text: string) => void
}

export interface BackedUp {
  readonly manifest: Manifest
  readonly bytes: number
  /** Folders of hosted repositories that the database names and that are not there. */
  readonly missing: readonly string[]
}

/** Fast, and nearly as small as the best: rows are mostly text. */
const GZIP_LEVEL = 4

/**
 * Writes the whole installation to one file while it runs: the database as of one moment, then repositories
 * and files as they are when their turn comes. Throws `StartupError`.
 */
export async function backUp(options: BackUpOptions): Promise<BackedUp> {
  const file = await createBackupFile(options.file)
  try {
    const written = await writeBackup(file, options)
    const bytes = file.bytes()
    await file.finish()
    return { ...written, bytes }
  } catch (error) {
    await file.discard()
    throw refusal(options.connectionString, error)
  }
}

async function writeBackup(file: BackupFile, options: BackUpOptions): Promise<Omit<BackedUp, 'bytes'>> {
  const snapshot = await openSnapshot(options.connectionString)
  try {
    const beginning: Beginning = {
      format: FORMAT,
      version: productVersion,
      createdAt: new Date().toISOString(),
      installationId: snapshot.installationId,
    }
    await file.add(BEGINNING, json(beginning))
    const tables = await addTables(file, snapshot, options.onProgress)
    const repositories = await addRepositories(file, options)
    const folders = await addFolders(file, options)
    if (options.masterKey !== undefined)
      await file.add(MASTER_KEY, Buffer.from(`${options.masterKey.toString('base64')}\n`))
    const manifest: Manifest = {
      ...beginning,
      masterKeyCheck: snapshot.masterKeyCheck.toString('base64'),
      hasMasterKey: options.masterKey !== undefined,
      schema: snapshot.schema,
      sequences: snapshot.sequences,
      tables,
      repositories,
      folders,
      sha256: file.sha256(),
    }
    await file.add(MANIFEST, json(manifest))
    return { manifest, missing: missingIn(repositories, snapshot, options) }
  } finally {
    await snapshot.close()
  }
}

const json = (value: object): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

async function addTables(
  file: BackupFile,
  snapshot: DatabaseSnapshot,
  onProgress: BackUpOptions['onProgress'],
): Promise<TableInBackup[]> {
  const tables: TableInBackup[] = []
  for (const [i, table] of snapshot.tables.entries()) {
    const { stream, count } = snapshot.rowsOf(table)
    const zipped = stream.pipe(createGzip({ level: GZIP_LEVEL }))
    stream.once('error', (error) => zipped.destroy(error))
    const shown = async function* () {
      for await (const chunk of zipped as AsyncIterable<Buffer>) {
        onProgress(
          `Tables: ${i + 1} of ${snapshot.tables.length} (${table.name}), ${mebibytes(file.bytes())}`,
        )
        yield chunk
      }
    }
    const parts = await file
      .addParts((part) => tablePart(table.name, part), shown())
      .finally(() => stream.destroy()) // what is left of it is read and dropped, so that the connection can end
    tables.push({ ...table, rows: count(), parts })
  }
  return tables
}

async function addRepositories(
  file: BackupFile,
  { hostedFolder, onProgress }: BackUpOptions,
): Promise<RepositoryInBackup[]> {
  if (hostedFolder === undefined) return []
  const names = (await entriesOf(hostedFolder)).map(({ name }) => name)
  const folders = names.filter(isRepositoryFolder) // anything else, such as a copy, belongs to no project
  const repositories: RepositoryInBackup[] = []
  for (const [i, folder] of folders.sort().entries()) {
    onProgress(`Repositories: ${i + 1} of ${folders.length} (${mebibytes(file.bytes())})`)
    const bundle = await bundleUnlessRemoved(join(hostedFolder, folder))
    if (bundle === undefined) continue
    const { head, bytes } = bundle
    const parts = bytes === undefined ? 0 : await file.addParts((part) => repositoryPart(folder, part), bytes)
    repositories.push({ folder, head, parts })
  }
  return repositories
}

async function bundleUnlessRemoved(folder: string): Promise<RepositoryBundle | undefined> {
  try {
    return await bundleOf(folder)
  } catch (error) {
    if ((await ifThere(stat(folder))) === undefined) return undefined
    throw error
  }
}

function missingIn(
  repositories: readonly RepositoryInBackup[],
  { hostedProjectIds }: DatabaseSnapshot,
  { hostedFolder }: BackUpOptions,
): string[] {
  if (hostedFolder === undefined) return []
  const saved = new Set(repositories.map(({ folder }) => folder))
  return hostedProjectIds.map((id) => `${id}.git`).filter((folder) => !saved.has(folder))
}

async function addFolders(file: BackupFile, { folders, onProgress }: BackUpOptions): Promise<string[]> {
  for (const [name, folder] of Object.entries(folders)) {
    const files = await Array.fromAsync(filesBelow(folder))
    for (const [i, path] of files.entries()) {
      const opened = await ifThere(open(path)).catch((error: unknown) => {
        throw new StartupError(`The backup cannot read ${path}: ${errorText(error)}`, { cause: error })
      })
      if (opened === undefined) continue // removed meanwhile
      const state = await opened.stat({ bigint: true })
      onProgress(`Files: ${i + 1} of ${files.length} (${name}, ${mebibytes(file.bytes())})`)
      const member = {
        path: `${name}/${path.slice(folder.length + 1)}`,
        size: Number(state.size),
        mode: Number(state.mode & 0o777n),
        modifiedNs: state.mtimeNs,
      }
      await file.addFile(member, opened.createReadStream())
    }
  }
  return Object.keys(folders)
}
