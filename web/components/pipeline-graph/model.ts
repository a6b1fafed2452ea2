/**
 * What the drawing needs of a component: a part of what the API answers for pipelines, so its answers fit as
 * they are.
 */
export interface GraphComponent {
  readonly name: string
  /** As files write it, e.g. `query-to-scalar`. */
  readonly type: string
  readonly skipped?: boolean
  /** Of orchestrations: names by condition. Names without a component are left out of the drawing. */
  readonly transitions?: Readonly<Record<string, readonly string[] | undefined>>
  /** Of transformations: where the rows come from. */
  readonly sources?: readonly string[]
  /** What an iterator or retry repeats. */
  readonly iterationTarget?: string
  readonly position?: Point
}

export interface GraphNote {
  /** Markdown. */
  readonly text: string
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  /** A colour, e.g. `light-yellow`. */
  readonly theme?: string
}

/** Components that are drawn inside one frame. */
export interface GraphGroup {
  readonly name: string
  readonly components: readonly string[]
}

/** The state of a component in an execution. */
export interface ComponentState {
  /** A word that `ui/status.tsx` knows, e.g. `RUNNING`. */
  readonly status: string
  readonly durationMs?: number
  /** Shown behind the status, e.g. `3 of 12`. */
  readonly detail?: string
  /** That it read, wrote or put into variables, in all its runs. */
  readonly rows?: number
  /** Why it failed, in one line or several. */
  readonly message?: string
}

/** What validation counts at a component. */
export interface FaultCount {
  readonly errors: number
  readonly warnings: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** In pixels of the drawing. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Box extends Point, Size {}

/** The size of every component in the drawing. */
export const CARD = { width: 184, height: 56 } as const
