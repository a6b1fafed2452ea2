/**
 * Lets one step at a time be between reading the variables that it is to change and having changed them.
 * Evaluating takes several turns of the event loop; without this, `count + 1` in concurrent iterations would
 * lose some.
 */
export function createVariablesTurn() {
  const releases = new Map<string, () => void>()
  let last: Promise<void> = Promise.resolve()

  return {
    /** Resolves when the steps that came before have left. A step that has entered stays inside. */
    async enter(key: string): Promise<void> {
      if (releases.has(key)) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      releases.set(key, resolve)
      await before
    },
    /** Does nothing for a step that did not enter. */
    leave(key: string): void {
      releases.get(key)?.()
      releases.delete(key)
    },
  }
}

export type VariablesTurn = ReturnType<typeof createVariablesTurn>
