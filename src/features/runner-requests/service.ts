import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { newId, type RunnerId, type SessionId } from '../../lib/ids.ts'
import { Problem } from '../../lib/problem.ts'
import * as store from './store.ts'

export { newestSessions, type RequestKind } from './store.ts'

/** Longer than a runner takes to give up. */
const ANSWER_MS = 20_000
/** In case a notification was lost. */
const LOOK_EVERY_MS = 1_000
const never = new AbortController().signal

interface Asked {
  readonly environmentName: string
  readonly runnerId: RunnerId
}

/** What a caller wants of the runner of an environment. */
export interface RunnerRequest extends store.Place, Asked {
  readonly question: object
  /** What the problem says when too many are under way. */
  readonly tooMany: string
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal
}

/**
 * Questions that take a runner some seconds at most and are no executions, whichever process the runner is
 * connected to: a row that lives as long as the question.
 */
export function createRunnerRequests<A extends object>(
  db: Db,
  kind: store.RequestKind,
  answerMs = ANSWER_MS,
) {
  const waiting = new Map<string, () => void>()

  /**
   * The answer of the runner, or why it did not answer. Throws `too-many-requests`, and the signal's reason
   * once it aborts, which also cancels the request at the runner.
   */
  async function ask(request: RunnerRequest): Promise<A | { readonly unanswered: string }> {
    const { runnerId, question, tooMany, signal = never } = request
    const runner = await store.readRunner(db, runnerId)
    if (runner?.isConnected !== true) return { unanswered: notConnected(runner?.name ?? runnerId, request) }
    signal.throwIfAborted()
    const id = newId()
    if (!(await store.insertRequest(db, kind, request, { id, runnerId, question })))
      throw new Problem('too-many-requests', tooMany, { retryAfterSeconds: 10 })
    const answer = await untilAnswered(id, signal).finally(() => store.deleteRequest(db, kind, id))
    signal.throwIfAborted()
    return (
      answer ?? {
        unanswered: `The runner ${runner.name} did not answer within ${answerMs / 1_000} s: it may be busy, or older than this server`,
      }
    )
  }

  /** Why the runner cannot be asked; undefined when it is connected. */
  async function unreachable(request: Asked): Promise<string | undefined> {
    const runner = await store.readRunner(db, request.runnerId)
    return runner?.isConnected === true ? undefined : notConnected(runner?.name ?? request.runnerId, request)
  }

  async function untilAnswered(id: string, signal: AbortSignal): Promise<A | undefined> {
    const end = performance.now() + answerMs
    try {
      while (performance.now() < end && !signal.aborted) {
        const { promise, resolve } = Promise.withResolvers<void>()
        waiting.set(id, resolve)
        const answer = await store.readAnswer<A>(db, kind, id)
        if (answer !== undefined) return answer
        const over = new AbortController()
        const pause = sleep(LOOK_EVERY_MS, undefined, { signal: AbortSignal.any([over.signal, signal]) })
        await Promise.race([promise, pause.catch(() => undefined)])
        over.abort()
      }
      return await store.readAnswer<A>(db, kind, id)
    } finally {
      waiting.delete(id)
    }
  }

  /** Takes a payload of the channel `answered`. */
  function onAnswered(id: string): void {
    const told = id === '' ? [...waiting.values()] : [waiting.get(id)]
    for (const wake of told) wake?.()
  }

  return {
    ask,
    unreachable,
    onAnswered,
    placeOf: (sessionId: SessionId, id: string) => store.findPlace(db, kind, sessionId, id),
    answered: (sessionId: SessionId, id: string, answer: A) =>
      store.keepAnswer(db, kind, sessionId, { id, answer }),
  }
}

const notConnected = (runnerName: string, { environmentName }: Asked): string =>
  `The runner ${runnerName} of ${environmentName} is not connected: start it, or choose another runner for the environment`
