import { PassingMap } from '../../lib/passing-map.ts'
import type { RunMessage, ToRunner } from '../../protocol/messages.ts'
import type { Credit } from '../connection/credit.ts'
import { createHistoryParts } from '../journal/history-parts.ts'
import { type RootExecution, type RootTools, startRoot } from './root-execution.ts'

/** The root executions that are in flight at this runner. */
export interface InFlightExecutions {
  readonly size: number
  /** Their ids. */
  held(): string[]
  /** Starts an execution. One that is in flight already is not started twice. */
  run(message: RunMessage): void
  /** Keeps a part of a journal for the execution that follows it. */
  history(message: Extract<ToRunner, { kind: 'history' }>): void
  /** After a reconnect: the API sends journals again. */
  forgetHistory(): void
  cancel(root: string): void
  drop(root: string): void
  /** The session ended: stops everything without reporting it. */
  dropAll(): void
  logCommitted(message: Extract<ToRunner, { kind: 'log-committed' }>): void
  resendLogs(): void
  /** Resolves when nothing is in flight. */
  idle(): Promise<void>
  /** Resolves when what was dropped has stopped, too. */
  settled(): Promise<void>
}

interface Held {
  readonly root: RootExecution
  /** It has ended; its last report may not be committed yet. */
  hadEnded: boolean
}

export function createInFlightExecutions(tools: RootTools, credit: Credit): InFlightExecutions {
  const held = new PassingMap<Held>()
  /** How many have not stopped, dropped ones too, and who waits for that. */
  let unsettled = 0
  let whenSettled = Promise.withResolvers<void>()
  const parts = createHistoryParts()

  function run(message: RunMessage) {
    const earlier = parts.take(message.execution)
    if (held.get(message.execution) !== undefined) return
    credit.received()
    tools.log.debug({ root: message.execution, history: earlier.length + message.history.length }, 'Started')
    const root = startRoot(tools, { ...message, history: [...earlier, ...message.history] })
    const own: Held = { root, hadEnded: false }
    held.set(message.execution, own)
    unsettled++
    void root.ended.then(() => {
      if (held.get(message.execution) !== own) return
      own.hadEnded = true
      credit.ended()
    })
    void root.done.then(() => {
      unsettled--
      forget(message.execution, own)
      if (unsettled === 0) settle()
    })
  }

  function settle() {
    whenSettled.resolve()
    whenSettled = Promise.withResolvers()
  }

  /** Only once: a root that was dropped is forgotten before it has stopped. */
  function forget(execution: string, own: Held) {
    if (held.get(execution) !== own) return
    held.delete(execution)
    credit.released(own.hadEnded)
  }

  function drop(execution: string) {
    const own = held.get(execution)
    if (own === undefined) return
    own.root.drop()
    forget(execution, own)
  }

  return {
    get size() {
      return held.size
    },
    held: () => held.ids(),
    run,
    history: parts.received,
    forgetHistory: parts.forget,
    drop,
    cancel: (root) => held.get(root)?.root.cancel(),
    dropAll() {
      for (const execution of held.ids()) drop(execution)
    },
    logCommitted: ({ root, line }) => held.get(root)?.root.runLog.committed(line),
    resendLogs() {
      for (const { root } of held.values()) root.runLog.resend()
    },
    async idle() {
      while (held.size > 0) await Promise.all(held.values().map(({ root }) => root.done))
    },
    async settled() {
      if (unsettled > 0) await whenSettled.promise
    },
  }
}
