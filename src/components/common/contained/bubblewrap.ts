import type { Means } from './means.ts'
import type { Mount } from './view.ts'

/**
 * Bubblewrap makes the view and ends everything in it when it ends itself, or its parent does. It would end
 * on the polite signal and take the script's grace with it, so it is started to ignore that.
 */
export const bubblewrap: Means = {
  name: 'bubblewrap',
  enter({ mounts, links, identity, ownProc }) {
    const folders = new Set(mounts.flatMap(({ target }) => foldersTo(target)))
    return [
      ...['env', '--ignore-signal=TERM', 'bwrap', '--die-with-parent', '--unshare-pid', '--unshare-ipc'],
      ...['--unshare-uts', '--unshare-cgroup-try', ...(identity.kind === 'self' ? ['--unshare-user'] : [])],
      ...['--dev', '/dev', ...(ownProc ? ['--proc', '/proc'] : ['--dir', '/proc'])],
      ...links.flatMap(({ target, to }) => ['--symlink', to, target]),
      ...mounts.flatMap((mount) => [
        // Made here, they can be passed through by everybody; Bubblewrap would make them for their owner
        // alone.
        ...foldersTo(mount.target).flatMap((folder) =>
          folders.delete(folder) ? ['--perms', '0755', '--dir', folder] : [],
        ),
        ...argumentsOf(mount),
      ]),
      ...['--remount-ro', '/dev', ...(ownProc ? ['--remount-ro', '/proc'] : []), '--remount-ro', '/'],
      ...(identity.kind === 'self' ? [] : become(identity.uid)),
      ...['env', '--default-signal=TERM'],
    ]
  },
}

/** `/a` and `/a/b` of `/a/b/c`. */
function foldersTo(target: string): readonly string[] {
  const parts = target.split('/').slice(1, -1)
  return parts.map((_, at) => `/${parts.slice(0, at + 1).join('/')}`)
}

function argumentsOf(mount: Mount): readonly string[] {
  if (mount.kind === 'empty') return ['--perms', '0755', '--tmpfs', mount.target]
  return [mount.kind === 'read-only' ? '--ro-bind' : '--bind', mount.source, mount.target]
}

/** As root nothing is gained by a namespace of users: the script becomes somebody who owns nothing. */
const become = (uid: number) => [
  ...['--cap-drop', 'ALL', '--cap-add', 'CAP_SETUID', '--cap-add', 'CAP_SETGID', '--cap-add', 'CAP_SETPCAP'],
  ...[
    'setpriv',
    `--reuid=${uid}`,
    `--regid=${uid}`,
    '--clear-groups',
    '--bounding-set=-all',
    '--inh-caps=-all',
  ],
]
