/** One figure of a process, as it is at this moment. */
export interface Figure {
  readonly name: string
  readonly help: string
  readonly kind: 'gauge' | 'counter' | 'histogram'
  readonly points: readonly FigurePoint[]
}

export interface FigurePoint {
  readonly labels: Readonly<Record<string, string | number>>
  /** Of a gauge or counter. */
  readonly value?: number
  /** Of a histogram: how many values there were up to each bound, those of smaller bounds included. */
  readonly buckets?: readonly { readonly bound: number; readonly count: number }[]
  readonly count?: number
  readonly sum?: number
}
