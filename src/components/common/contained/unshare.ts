import type { Means, View } from './means.ts'
import { commandLine, quoted } from './shell.ts'
import type { Mount } from './view.ts'

/**
 * The same view by the tools of util-linux, which every distribution has: a root folder in memory, everything
 * mounted into it, and the old root taken away. A chain of "ends when its parent ends" goes from the runner
 * to the first process of the script, with whom everything in its namespace ends.
 */
export const unshare: Means = {
  name: 'unshare',
  enter(view) {
    const { identity } = view
    const user = identity.kind === 'self' ? ['--user', '--map-root-user'] : []
    return [
      ...['setpriv', '--pdeathsig', 'KILL', 'unshare', ...user, '--mount', '--pid', '--ipc', '--uts'],
      ...['--fork', '--kill-child', 'sh', '-c', setup(view), 'sh'],
      ...(identity.kind === 'self' ? becomeSelf() : become(identity.uid)),
    ]
  },
}

const become = (uid: number) => [
  ...[
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ],
  ...['--no-new-privs', '--pdeathsig', 'KILL'],
]

/**
 * Root of the namespace could undo what was made: a second namespace of users gives the name and nothing
 * else.
 */
const becomeSelf = () => [
  ...['setpriv', '--no-new-privs', 'unshare', '--user'],
  ...[`--map-user=${process.getuid!()}`, `--map-group=${process.getgid!()}`],
  ...['setpriv', '--pdeathsig', 'KILL'],
]

const devices = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/** The program that makes the view and then executes its arguments. */
function setup({ mounts, links, identity, root, ownProc, isFile }: View): string {
  const shown = mounts.filter((mount) => mount.kind !== 'empty')
  const files = [...devices, ...shown.map(({ target }) => target).filter(isFile)]
  const folders = new Set(files.map((file) => file.slice(0, file.lastIndexOf('/'))))
  const table = [
    ...devices.map((device) => line(device, device, 'bind')),
    ...(ownProc ? [`proc /proc proc ${procFor(identity)},nosuid,nodev,noexec 0 0`] : []),
    ...mounts.map((mount) => mountLine(mount, isFile)),
  ]
  return [
    'set -e',
    `mount -t tmpfs -o mode=755,size=1m,nosuid,nodev tmpfs ${quoted(root)}`,
    `cd ${quoted(root)}`,
    `mkdir -p proc ${commandLine([...folders].map((folder) => `.${folder}`))}`,
    `for file in ${commandLine(files.map((file) => `.${file}`))}; do : >"$file"; done`,
    ...(links.length === 0 ? [] : [`cp -P ${commandLine(links.map(({ target }) => target))} .`]),
    'cp -P /dev/fd /dev/stdin /dev/stdout /dev/stderr dev', // links, too
    `printf %s ${quoted(`${table.join('\n')}\n`)} >.mounts`,
    `mount --all --fstab ./.mounts --target-prefix ${quoted(root)}`,
    `mount -o remount,bind,ro,nosuid,nodev ${quoted(root)}`,
    'pivot_root . .',
    'umount -l .',
    'cd /',
    'exec "$@"',
  ].join('\n')
}

/**
 * Scripts change nothing there. A runner that is not root has to: the last namespace of users is described
 * there.
 */
const procFor = ({ kind }: View['identity']) => (kind === 'self' ? 'rw' : 'ro')

function mountLine(mount: Mount, isFile: (path: string) => boolean): string {
  const made = isFile(mount.target) ? '' : ',X-mount.mkdir'
  if (mount.kind === 'empty') return `tmpfs ${field(mount.target)} tmpfs mode=755,size=64k,nosuid,nodev 0 0`
  if (mount.kind === 'read-only') return line(mount.source, mount.target, `rbind,ro,nosuid${made}`)
  return line(mount.source, mount.target, `bind,nosuid,nodev${made}`)
}

const line = (source: string, target: string, options: string): string =>
  `${field(source)} ${field(target)} none ${options} 0 0`

/** A field of fstab(5): white space and what would begin a comment are written as octal numbers. */
const field = (path: string): string =>
  path.replaceAll(/[\s\\#]/g, (char) => `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`)
