import type { MachineView, Mount } from './view.ts'

/** Whom a script runs as. */
export type Identity =
  /** The runner is no root: its own user, in a namespace of users where that means nothing else. */
  | { readonly kind: 'self' }
  /** The runner is root: an account that nobody has and that owns nothing but the folders given to it. */
  | { readonly kind: 'account'; readonly uid: number }

export interface View {
  readonly mounts: readonly Mount[]
  readonly links: MachineView['links']
  readonly identity: Identity
  /** An empty folder of the machine, over which the root of the view is made. */
  readonly root: string
  /**
   * Whether the script gets a /proc of its own processes; without, it gets none. Some containers refuse it.
   */
  readonly ownProc: boolean
  readonly isFile: (path: string) => boolean
}

/** A way to give a process a view of its own. */
export interface Means {
  readonly name: 'bubblewrap' | 'unshare'
  /** The words in front of a command that make it run in the view, as the identity, without any privilege. */
  enter(view: View): readonly string[]
}
