import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute, join, sep } from 'node:path'

/**
 * One thing of the machine that a script sees, at the same path as outside unless `source` says otherwise.
 */
export type Mount =
  | { readonly kind: 'read-only' | 'writable'; readonly source: string; readonly target: string }
  /** An empty folder over what would be seen there. */
  | { readonly kind: 'empty'; readonly target: string }

/** What every script of this runner sees of the machine. */
export interface MachineView {
  /** Folders and files, all read-only, and what hides parts of them. */
  readonly mounts: readonly Mount[]
  /** Links of the root folder, e.g. `/bin` to `usr/bin`. */
  readonly links: readonly { readonly target: string; readonly to: string }[]
  /** Folders with programs, those of the runner's PATH that are in view. */
  readonly path: readonly string[]
}

/**
 * Files of /etc that programs need and nobody keeps secrets in. A list of what is shown, not of what is
 * hidden: nobody knows what else lies there.
 */
const etc = [
  ...['passwd', 'group', 'hosts', 'host.conf', 'resolv.conf', 'nsswitch.conf', 'gai.conf', 'networks'],
  ...['services', 'protocols', 'localtime', 'timezone', 'locale.alias', 'locale.conf', 'os-release'],
  ...['ld.so.cache', 'ld.so.conf', 'ld.so.conf.d', 'alternatives', 'mime.types', 'fonts', 'terminfo'],
  ...['ssl/certs', 'ssl/openssl.cnf', 'ca-certificates', 'ca-certificates.conf', 'crypto-policies'],
  ...['pki/ca-trust', 'pki/tls/certs', 'pki/tls/cert.pem', 'pki/tls/openssl.cnf'],
  ...['python3', 'perl', 'odbcinst.ini', 'debian_version', 'redhat-release', 'alpine-release'],
].map((name) => `/etc/${name}`)

const programs = ['/usr', '/opt', '/nix/store']
const rootFolders = ['/bin', '/sbin', '/lib', '/lib32', '/lib64', '/libx32']

export interface ViewOptions {
  /** PATH of the runner. */
  readonly path: string
  /** Folders that scripts may read beside the system's: an interpreter's own, and what the operator names. */
  readonly readable: readonly string[]
  /** Folders that no script sees unless something below is granted to it. */
  readonly hidden: readonly string[]
}

/** What scripts of this runner see, whichever project they are of. */
export function machineView({ path, readable, hidden }: ViewOptions): MachineView {
  const roots = rootFolders.filter((folder) => existsSync(folder))
  const links = roots.filter((folder) => lstatSync(folder).isSymbolicLink())
  const shown = [...programs, ...roots.filter((folder) => !links.includes(folder)), ...readable]
    .filter((folder) => existsSync(folder))
    .filter((folder, index, all) => all.indexOf(folder) === index)
  const inView = (folder: string) => [...shown, ...links].some((one) => isWithin(folder, one))
  const covered = hidden
    .filter((folder) => existsSync(folder))
    .map((folder) => realpathSync(folder))
    .filter((folder) => shown.some((one) => isWithin(folder, realpathSync(one))))
  return {
    mounts: [
      ...[...shown, ...etc.filter((file) => existsSync(file))].map(readOnly),
      ...covered.map((target) => ({ kind: 'empty' as const, target })),
    ],
    links: links.map((target) => ({ target, to: readlinkSync(target) })),
    path: path.split(':').filter((folder) => isAbsolute(folder) && existsSync(folder) && inView(folder)),
  }
}

const readOnly = (path: string): Mount => ({ kind: 'read-only', source: path, target: path })

/** `path` itself or what lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)

/** One folder of each script by several names. */
export const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm']

/**
 * What one script sees: the machine, its scratch folder, a folder for temporary files, and what was granted.
 */
export function scriptMounts(
  view: MachineView,
  scratch: string,
  temporary: string,
  granted: readonly Mount[],
): readonly Mount[] {
  const writable = (target: string, source = target): Mount => ({ kind: 'writable', source, target })
  const own = [...TEMPORARY.map((target) => writable(target, temporary)), ...[writable(scratch), ...granted]]
  // What lies deeper comes later, or it would be covered; of one depth, what hides comes before what is
  // granted.
  return [...view.mounts, ...own].sort((a, b) => depth(a) - depth(b))
}

const depth = ({ target }: Mount): number => target.split(sep).length

/** The program that a script means by `command`; undefined when it can see none. */
export function findProgram(view: MachineView, command: string): string | undefined {
  const isProgram = (path: string) => existsSync(path) && statSync(path).isFile()
  if (!command.includes(sep)) {
    return view.path.map((folder) => join(folder, command)).find(isProgram)
  }
  const shown = view.mounts.some(({ kind, target }) => kind === 'read-only' && isWithin(command, target))
  const linked = view.links.some(({ target }) => isWithin(dirname(command), target))
  return (shown || linked) && isProgram(command) ? command : undefined
}
