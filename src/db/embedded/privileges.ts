import { execFile, type SpawnOptions } from 'node:child_process'
import { lchown, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/**
 * On whose behalf PostgreSQL runs. It refuses to run as root, so root has to hand it to somebody:
 * - `self`: we are not root;
 * - `namespace`: we are root, and `unshare` makes PostgreSQL believe that it is not, so that it still reaches
 *   our folders and no other account is needed;
 * - `account`: we are root and become another account of the system.
 */
export type Identity =
  | { readonly kind: 'self' }
  | { readonly kind: 'namespace' }
  | { readonly kind: 'account'; readonly uid: number; readonly gid: number }

const unshare = ['--user', '--map-user=65534', '--map-group=65534']

/** Who is to run a cluster that belongs to `dataOwner`, which is undefined when it is yet to be created. */
export async function chooseIdentity(dataOwner: { uid: number; gid: number } | undefined): Promise<Identity> {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  if (dataOwner !== undefined && dataOwner.uid !== 0) return { kind: 'account', ...dataOwner }
  if (await namespacesWork()) return { kind: 'namespace' }
  return { kind: 'account', ...(await findNobody()) }
}

/** The command that runs `program` as `identity`, for `spawn`. Its process has the id that `spawn` tells. */
export function commandAs(identity: Identity, program: string, args: readonly string[]) {
  const options: SpawnOptions = identity.kind === 'account' ? { uid: identity.uid, gid: identity.gid } : {}
  return identity.kind === 'namespace'
    ? { file: 'unshare', args: [...unshare, program, ...args], options }
    : { file: program, args: [...args], options }
}

/** Whether `identity` may pass through the folder `path` and every folder above it. */
export async function canReach(identity: Identity, path: string): Promise<boolean> {
  if (identity.kind === 'self') return true
  // In a namespace PostgreSQL owns what root owns, without root's right to ignore permissions.
  const reader = identity.kind === 'account' ? identity : { uid: 0, gid: 0 }
  for (let folder = path; ; folder = dirname(folder)) {
    const { mode, uid, gid } = await stat(folder)
    const passes = uid === reader.uid ? mode & 0o100 : gid === reader.gid ? mode & 0o010 : mode & 0o001
    if (passes === 0) return false
    if (folder === dirname(folder)) return true
  }
}

/** Makes `identity` the owner of `path` and of everything below it. */
export async function giveTo(identity: Identity, path: string): Promise<void> {
  if (identity.kind !== 'account') return
  const entries = await readdir(path, { recursive: true }).catch(() => [])
  for (const entry of ['', ...entries]) await lchown(join(path, entry), identity.uid, identity.gid)
}

/** Some containers and hardened systems refuse user namespaces, or have no `unshare`. */
async function namespacesWork(): Promise<boolean> {
  if (process.platform !== 'linux') return false
  return promisify(execFile)('unshare', [...unshare, 'unshare', '--version']).then(
    () => true,
    () => false,
  )
}

async function findNobody(): Promise<{ uid: number; gid: number }> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, , uid, gid] =
    accounts
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}
