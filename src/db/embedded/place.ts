import { createHash } from 'node:crypto'
import { access, constants, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { makeWritableFolder } from '../../lib/writable-folder.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries, tryBinaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { canReach, chooseIdentity, giveTo, type Identity } from './privileges.ts'

/** Creates `chosen` when missing and answers its real path. Throws StartupError when it is not for us. */
export async function createFolder(chosen: string): Promise<string> {
  try {
    // Root may have to let another account pass to the data; every file in the folder is closed to it.
    await makeWritableFolder(chosen, process.getuid?.() === 0 ? 0o711 : 0o700)
    await access(chosen, constants.R_OK | constants.X_OK)
    return await realpath(chosen)
  } catch (error) {
    const reason = errorText(error)
    const advice = 'Choose a folder of the account that starts Headrace.'
    throw new StartupError(`The data folder ${chosen} cannot be used: ${reason}. ${advice}`, { cause: error })
  }
}

/**
 * Decides where the data of `folder` are kept and who runs PostgreSQL: in the folder, unless we are root and
 * what PostgreSQL runs as instead cannot enter it. Throws StartupError when no way is left.
 */
export async function findPlace(folder: string, durable: boolean, log: Log): Promise<Cluster> {
  const outside = outsideOf(folder)
  const inside = await ownerOf(join(folder, 'data'))
  const staged = inside === undefined ? await ownerOf(join(outside, 'data')) : undefined
  checkOwner(join(folder, 'data'), inside)
  const identity = await chooseIdentity(inside ?? staged)
  const home = staged === undefined && (await canReach(identity, folder)) ? folder : outside
  if (home === outside && inside !== undefined) throw unreachable(folder)
  if (home === outside) await createOutside(outside)

  const dataFolder = join(home, 'data')
  const binaries = await prepareBinaries(identity, identity.kind === 'self' ? folder : outside)
  // Written while namespaces were still allowed.
  if (identity.kind === 'account' && inside?.uid === 0) await giveTo(identity, dataFolder)
  if (identity.kind === 'account' || home === outside) {
    const who = identity.kind === 'account' ? { uid: identity.uid } : {}
    log.warn(
      { ...who, dataFolder },
      'PostgreSQL refuses to run as root, so its account or place is another one',
    )
  }
  return { folder, dataFolder, binaries, identity, durable }
}

/** Where the data of `folder` may be: in it, or where another account reaches them. */
export const dataFoldersOf = (folder: string): string[] => [
  join(folder, 'data'),
  join(outsideOf(folder), 'data'),
]

/** Everybody can pass to it and only root can create it, so no other account can lay a folder there first. */
const outsideOf = (folder: string) =>
  join('/var/lib', `headrace-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)

async function createOutside(outside: string): Promise<void> {
  try {
    await mkdir(outside, { recursive: true, mode: 0o755 })
  } catch (error) {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and ${outside} cannot be created for another account. ` +
        'Start Headrace under an ordinary account, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

async function prepareBinaries(identity: Identity, copyTo: string): Promise<Binaries> {
  const found = await findBinaries()
  const copy = join(copyTo, `postgresql-${found.version}`)
  const reachable = await canReach(identity, join(found.folder, 'bin'))
  if (!reachable) await createOutside(copyTo)
  const binaries = reachable ? await linkLibraries(found, copy) : await copyBinaries(found, copy)
  await tryBinaries(binaries, identity)
  return binaries
}

const ownerOf = (path: string) =>
  stat(path).then(
    ({ uid, gid }) => ({ uid, gid }),
    () => undefined,
  )

function checkOwner(dataFolder: string, owner: { uid: number } | undefined): void {
  const uid = process.getuid?.()
  if (owner === undefined || uid === 0 || owner.uid === uid) return
  throw new StartupError(
    `The data folder ${dataFolder} belongs to the account with the number ${owner.uid}, and Headrace runs ` +
      `as ${uid}. Start it under that account, or choose another folder.`,
  )
}

const unreachable = (folder: string) =>
  new StartupError(
    `PostgreSQL refuses to run as root, and no other account may enter ${folder}. Start Headrace under an ` +
      'ordinary account that owns the folder, or set DATABASE_URL.',
  )
