interface Portion<T> {
  /** At most so many items. */
  readonly items: number
  /** At most so much by `sizeOf`, but for an item that is larger by itself. */
  readonly size: number
  sizeOf(item: T): number
}

/** The items in their order, in as few portions as keep to these limits. */
export function* inPortions<T>(all: readonly T[], { items, size, sizeOf }: Portion<T>): Generator<T[]> {
  let portion: T[] = []
  let taken = 0
  for (const item of all) {
    const more = sizeOf(item)
    if (portion.length > 0 && (portion.length === items || taken + more > size)) {
      yield portion
      portion = []
      taken = 0
    }
    portion.push(item)
    taken += more
  }
  if (portion.length > 0) yield portion
}
