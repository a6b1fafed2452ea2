import { createHash } from 'node:crypto'
import { chmod, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../lib/log.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { type Binaries, copyBinaries, findBinaries, linkLibraries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { canReach, chooseIdentity, giveTo, type Identity } from './privileges.ts'

/**
 * Decides where the data of `folder` are kept and who runs PostgreSQL: in the folder, unless we are root, have
 * to become another account, and that account cannot enter it. Throws StartupError when no way is left.
 */
export async function findPlace(chosen: string, log: Log): Promise<Cluster> {
  const folder = await createFolder(chosen)
  // Only root may create it, so that no other account can lay a folder there before us.
  const outside = join(
    '/var/lib',
    `headrace-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`,
  )
  const inside = await ownerOf(join(folder, 'data'))
  const staged = inside === undefined ? await ownerOf(join(outside, 'data')) : undefined
  const owner = inside ?? staged
  checkOwner(join(inside === undefined ? outside : folder, 'data'), owner)

  const identity = await chooseIdentity(owner)
  const found = await findBinaries()
  if (identity.kind !== 'account') {
    const binaries = await linkLibraries(found, join(folder, `postgresql-${found.version}`))
    return { folder, dataFolder: join(folder, 'data'), binaries, identity }
  }

  const home = staged === undefined && (await canReach(identity, folder)) ? folder : outside
  if (home === outside && inside !== undefined) throw unreachable(folder, identity.uid)
  const dataFolder = join(home, 'data')
  await prepareHome(home, identity)
  if (inside?.uid === 0) await giveTo(identity, dataFolder)
  const binaries = await reachableBinaries(identity, found, outside)
  const fields = { uid: identity.uid, dataFolder, binaries: binaries.folder }
  log.warn(fields, 'PostgreSQL refuses to run as root; running it under another account')
  return { folder, dataFolder, binaries, identity }
}

async function createFolder(chosen: string): Promise<string> {
  try {
    await mkdir(chosen, { recursive: true, mode: 0o700 })
    return await realpath(chosen)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(`The data folder ${chosen} cannot be created: ${reason}`, { cause: error })
  }
}

/** The account creates and renames its data folder in `home`, so it must own that. */
async function prepareHome(home: string, identity: Identity & { kind: 'account' }): Promise<void> {
  try {
    await mkdir(home, { recursive: true, mode: 0o755 })
    await chmod(home, 0o755)
    await giveTo(identity, home)
  } catch (error) {
    throw new StartupError(
      `PostgreSQL refuses to run as root, and ${home} cannot be created for another account. ` +
        'Start Headrace under an ordinary account, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

async function reachableBinaries(identity: Identity, found: Binaries, outside: string) {
  if (await canReach(identity, join(found.folder, 'bin'))) {
    return linkLibraries(found, join(outside, `postgresql-${found.version}`))
  }
  await mkdir(outside, { recursive: true, mode: 0o755 })
  return copyBinaries(found, join(outside, `postgresql-${found.version}`))
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
    `The data folder ${dataFolder} belongs to the account with the number ${owner.uid}, and Headrace runs as ` +
      `${uid}. Start it under that account, or choose another folder.`,
  )
}

const unreachable = (folder: string, uid: number) =>
  new StartupError(
    `PostgreSQL refuses to run as root, and the account with the number ${uid} cannot enter ${folder}. ` +
      'Start Headrace under an ordinary account that owns the folder, or set DATABASE_URL.',
  )
