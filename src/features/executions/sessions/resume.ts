import type { Db } from '../../../db/database.ts'
import type { Log } from '../../../lib/log.ts'
import { oneAtATime } from '../../../lib/one-at-a-time.ts'
import type { RunMessage, ToRunner } from '../../../protocol/messages.ts'
import { HISTORY_PART_BYTES, readHistory } from '../journal/history-store.ts'
import type { SendRuns } from './send-runs.ts'
import type { Session } from './session.ts'

/**
 * Sends executions that another session began, each with its journal: in `run` when it fits, otherwise in as
 * many `history` messages as it needs before the `run`. However long the journals are, at most two parts are
 * in memory for each runner, and a runner that reads slowly is waited for. Executions whose journal could not
 * be read are unmarked, and the session is marked as unconfirmed, so that they are sent again.
 */
export function createResume(db: Db, log: Log, markUnconfirmed: (session: Session) => void): SendRuns {
  const turns = new WeakMap<Session, ReturnType<typeof oneAtATime>>()

  async function resume(session: Session, runs: readonly RunMessage[]): Promise<void> {
    const left = new Map(runs.map((run) => [run.execution, run]))
    try {
      await sendAll(session, left)
    } catch (error) {
      const fields = { err: error, session: session.id, executions: left.size }
      log.warn(fields, 'Could not read the journals of executions to resume; trying again shortly')
      session.credit.unmarkSent([...left.keys()])
      markUnconfirmed(session)
    }
  }

  async function sendAll(session: Session, left: Map<string, RunMessage>): Promise<void> {
    let part = 0
    let waiting = 0
    for await (const { root, steps, bytes, last } of readHistory(db, [...left.keys()])) {
      const run = left.get(root)!
      const messages = messagesOf(run, { steps: [...steps], part, last, fits: bytes <= HISTORY_PART_BYTES })
      sendOrSkip(session, root, messages)
      part = last ? 0 : part + 1
      if (last) left.delete(root)
      waiting += bytes
      if (waiting < HISTORY_PART_BYTES) continue
      if (!(await session.drained())) return
      waiting = 0
    }
    for (const run of left.values()) sendOrSkip(session, run.execution, [run])
  }

  return (session, runs) => {
    const inTurn = turns.get(session) ?? oneAtATime()
    turns.set(session, inTurn)
    void inTurn(() => resume(session, runs))
  }
}

/** What was taken from the session meanwhile is not sent: its runner was told to drop it before it had it. */
function sendOrSkip(session: Session, root: string, messages: readonly ToRunner[]): void {
  if (session.credit.has(root)) session.send(messages)
  else if (messages.some(({ kind }) => kind === 'run')) session.credit.unmarkSent([root])
}

interface Part {
  readonly steps: RunMessage['history']
  readonly part: number
  readonly last: boolean
  /** Whether `run` can carry it: a single step may be nearly as large as a frame. */
  readonly fits: boolean
}

function messagesOf(run: RunMessage, { steps, part, last, fits }: Part): ToRunner[] {
  if (last && fits) return [{ ...run, history: steps }]
  const history = { kind: 'history' as const, root: run.execution, part, steps }
  return last ? [history, run] : [history]
}
