/**
 * The turns of those that open the same file, each with other grants: a process may have a file open once, or
 * what one commits is lost to the other.
 */
export interface Turns {
  /**
   * Waits for a turn, in the order in which they are asked for, and answers what ends it. The one before is
   * asked to give the file back when nothing runs on it any more.
   */
  take(holder: Holder): Promise<() => void>
}

interface Holder {
  retire(): Promise<void>
}

export function createTurns(): Turns {
  let last: { readonly holder: Holder; readonly ended: Promise<void> } | undefined
  return {
    async take(holder) {
      const before = last
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      last = { holder, ended }
      if (before !== undefined && before.holder !== holder) void before.holder.retire()
      await before?.ended
      return end
    },
  }
}
