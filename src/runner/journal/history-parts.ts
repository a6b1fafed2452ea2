import type { HistoryStep, ToRunner } from '../../protocol/messages.ts'

/** Parts of a journal that arrived ahead of the execution they belong to. */
export interface HistoryParts {
  received(message: Extract<ToRunner, { kind: 'history' }>): void
  /** What arrived for an execution, which is handed out once. */
  take(root: string): readonly HistoryStep[]
  /** The connection they came over is gone: they come again. */
  forget(): void
}

/** Holds one journal at a time: the API sends one after the other. */
export function createHistoryParts(): HistoryParts {
  let held: { readonly root: string; readonly parts: (readonly HistoryStep[])[] } | undefined

  return {
    received({ root, part, steps }) {
      if (part === 0) held = { root, parts: [] }
      if (held?.root === root) held.parts.push(steps)
    },
    take(root) {
      if (held?.root !== root) return []
      const { parts } = held
      held = undefined
      return parts.flat()
    },
    forget() {
      held = undefined
    },
  }
}
