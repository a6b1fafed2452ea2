import type { RunMessage, ToRunner } from '../protocol/messages.ts'
import type { Credit } from './credit.ts'
import { createHistoryParts } from './history-parts.ts'
import { type RootExecution, type RootTools, startRoot } from './root.ts'

/** The root executions of this runner. */
export interface Roots {
  readonly size: number
  /** Those in hand. */
  held(): string[]
  /** Begins what the API gave out. One that is in hand already is not begun twice. */
  run(message: RunMessage): void
  /** Keeps a part of the journal for the execution that follows. */
  history(message: Extract<ToRunner, { kind: 'history' }>): void
  /** A new connection: what follows is sent anew. */
  forgetHistory(): void
  cancel(root: string): void
  drop(root: string): void
  /** The session is over: stops everything without a report. */
  dropAll(): void
  logCommitted(message: Extract<ToRunner, { kind: 'log-committed' }>): void
  resendLogs(): void
  /** Resolves when nothing is in hand. */
  idle(): Promise<void>
  /** Resolves when what was dropped has wound up too. */
  settled(): Promise<void>
}

export function createRoots(tools: RootTools, credit: Credit): Roots {
  const held = new Map<string, RootExecution>()
  const unsettled = new Set<Promise<void>>()
  const parts = createHistoryParts()

  function run(message: RunMessage) {
    const earlier = parts.take(message.execution)
    if (held.has(message.execution)) return
    credit.received()
    const root = startRoot(tools, { ...message, history: [...earlier, ...message.history] })
    held.set(message.execution, root)
    unsettled.add(root.done)
    void root.done.then(() => {
      unsettled.delete(root.done)
      forget(message.execution, root)
    })
  }

  /** Only once: a root that was dropped is forgotten before it has wound up. */
  function forget(execution: string, root: RootExecution) {
    if (held.get(execution) !== root) return
    held.delete(execution)
    credit.released()
  }

  function drop(execution: string) {
    const root = held.get(execution)
    if (root === undefined) return
    root.drop()
    forget(execution, root)
  }

  return {
    get size() {
      return held.size
    },
    held: () => [...held.keys()],
    run,
    history: parts.received,
    forgetHistory: parts.forget,
    drop,
    cancel: (root) => held.get(root)?.cancel(),
    dropAll() {
      for (const execution of [...held.keys()]) drop(execution)
    },
    logCommitted: ({ root, line }) => held.get(root)?.runLog.committed(line),
    resendLogs() {
      for (const root of held.values()) root.runLog.resend()
    },
    async idle() {
      while (held.size > 0) await Promise.all([...held.values()].map((root) => root.done))
    },
    async settled() {
      await Promise.all(unsettled)
    },
  }
}
