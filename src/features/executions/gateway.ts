import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Db } from '../../db/database.ts'
import { type Authenticate, authenticateHeader } from '../../http/bearer.ts'
import { problemKinds } from '../../http/problem-json.ts'
import type { ArtifactId, RunnerId, SessionId } from '../../lib/ids.ts'
import type { Log } from '../../lib/log.ts'
import { Problem } from '../../lib/problem.ts'
import { MAX_FRAME_BYTES, type RunMessage } from '../../protocol/messages.ts'
import type { RunnerSources } from './answers.ts'
import { claimExecutions, claimLimited, hasLimits } from './claim-store.ts'
import type { Offer } from './create-store.ts'
import {
  type Claimed,
  findHolder,
  readCancelling,
  readClaimed,
  readHeld,
  runMessages,
} from './dispatch-store.ts'
import { createJournal } from './journal.ts'
import { createResuming } from './resuming.ts'
import { type Session, serveSession } from './session.ts'
import { readPauseEnds, readWishes } from './session-store.ts'

export interface GatewayDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly log: Log
  readonly authenticate: Authenticate
  readonly readFiles: (artifact: ArtifactId) => Promise<readonly { path: string; content: string }[]>
  /** Wakes the dispatch pass. */
  readonly wake: () => void
  /** What runners may ask for while they hold an execution. */
  readonly sources: RunnerSources
  /** How long a runner may be silent before its work is given to another. */
  readonly leaseSeconds: number
}

/** Where runners connect. Each API process serves the runners that are connected to it. */
export interface Gateway {
  /** Takes an HTTP upgrade over; refuses whoever is no runner. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Idempotent pass: gives waiting executions to the sessions here that have room. */
  dispatch(): Promise<void>
  /**
   * Up to `wanted` places of a session of this runner, the one with the most, for executions that are being created:
   * what is claimed as it is created need not wait in the queue. Undefined when none is connected here with room.
   */
  offer(runnerId: RunnerId, wanted: number): Offer | undefined
  /** Idempotent pass: passes on what was asked of runners and executions while no one told us. */
  supervise(): Promise<void>
  /** Tells the runner that holds this execution, if it is connected here, to cancel it. */
  cancel(execution: string): Promise<void>
  /** Sends every runner away; they connect to another process. */
  close(): Promise<void>
  connectedRunners(): number
}

/** At most this many executions are claimed with one statement. */
const MAX_CLAIM = 50
/** Pauses that end before the next look at them are waited for with a timer. */
const LOOK_AHEAD_MS = 2_500
/** No claim is under way this long without its answer. */
const FORGOTTEN_MS = 3_000
/** What `headrace start` knows as "start it again" (`roles/supervisor.ts`). */
export const RESTART_EXIT_CODE = 75

export function createGateway(deps: GatewayDependencies): Gateway {
  const { db, log } = deps
  const sessions = new Map<SessionId, Session>()
  const missingSince = new Map<string, number>()
  /** Sessions for which more may be waiting than they had room for. */
  const unserved = new Set<SessionId>()
  const journal = createJournal(deps.writer, log)
  const resume = createResuming(db, log)
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES * 2 })

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    try {
      const caller = await authenticateHeader(request.headers.authorization, deps.authenticate)
      if (caller.kind !== 'RUNNER')
        throw new Problem('forbidden', 'Only a runner credential can open a session')
      server.handleUpgrade(request, socket, head, (webSocket) => serve(webSocket, caller.runnerId))
    } catch (error) {
      const { status, title } = problemKinds[error instanceof Problem ? error.kind : 'service-unavailable']
      if (!(error instanceof Problem)) log.error({ err: error }, 'A runner could not be authenticated')
      socket.end(`HTTP/1.1 ${status} ${title}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    }
  }

  function serve(webSocket: Parameters<typeof serveSession>[0], runnerId: RunnerId): void {
    serveSession(webSocket, runnerId, {
      ...{ db, log, journal, readFiles: deps.readFiles, roomGrew, leaseSeconds: deps.leaseSeconds },
      sources: deps.sources,
      resend: async (session, executions) => give(session, await readClaimed(db, session.id, executions)),
      opened(session) {
        sessions.get(session.id)?.close('The runner connected again')
        sessions.set(session.id, session)
        unserved.add(session.id)
        webSocket.on('close', () => {
          if (sessions.get(session.id) !== session) return
          sessions.delete(session.id)
          unserved.delete(session.id)
        })
      },
    })
  }

  function give(session: Session, runs: Awaited<ReturnType<typeof claimExecutions>>): void {
    const fresh = runs.filter(({ execution }) => !session.has(execution))
    session.gave(fresh.map(({ execution }) => execution))
    const [begun, resumed] = [fresh.filter(isNew), fresh.filter((run) => !isNew(run))]
    session.send(begun)
    if (resumed.length > 0) resume(session, resumed)
  }

  async function dispatch(): Promise<void> {
    if (sessions.size === 0) return
    const limited = await hasLimits(db)
    await Promise.all(
      [...sessions.values()].map(async (session) => {
        let isFull = await claimAll(session, claimExecutions)
        if (limited) isFull = (await claimAll(session, claimLimited)) || isFull
        // Where there are limits any end may make room.
        if (isFull || limited) unserved.add(session.id)
        else unserved.delete(session.id)
      }),
    )
  }

  /**
   * Answers whether it ended for want of room. A claim may give less than there is, when another process is at it too:
   * only an empty one says that nothing is left.
   */
  async function claimAll(session: Session, claim: typeof claimExecutions): Promise<boolean> {
    for (let room = session.reserve(MAX_CLAIM); room > 0; room = session.reserve(MAX_CLAIM)) {
      try {
        const runs = await claim(deps.writer, session, room)
        if (runs.length === 0) return false
        give(session, runs)
      } finally {
        session.release(room)
      }
    }
    return true
  }

  /** Only what could not be claimed before is asked for again: mostly nothing waits. */
  function roomGrew(session: Session): void {
    if (unserved.has(session.id)) deps.wake()
  }

  function offer(runnerId: RunnerId, wanted: number): Offer | undefined {
    const ofRunner = [...sessions.values()].filter((session) => session.runnerId === runnerId)
    const [freest] = ofRunner.toSorted((a, b) => b.room() - a.room())
    const room = freest?.reserve(wanted) ?? 0
    if (freest === undefined || room === 0) return undefined
    const here = ofRunner.map(({ id }) => id)
    return { claimant: freest, room, here, settle: (claimed) => void settle(freest, room, claimed) }
  }

  /** What cannot be sent now is found by `giveForgotten`. */
  async function settle(session: Session, room: number, claimed: readonly Claimed[]): Promise<void> {
    try {
      give(session, await runMessages(deps.writer, claimed))
    } catch (error) {
      log.warn({ err: error, executions: claimed.length }, 'Executions that were claimed could not be sent')
    } finally {
      session.release(room)
      roomGrew(session)
    }
  }

  async function supervise(): Promise<void> {
    const ids = [...sessions.keys()]
    if (ids.length === 0) return
    const [wishes, cancelling, pauseEnds, held] = await Promise.all([
      readWishes(db, ids),
      readCancelling(db, ids),
      readPauseEnds(db, ids, LOOK_AHEAD_MS),
      readHeld(db, ids),
    ])
    await giveForgotten(held)
    for (const ms of pauseEnds) setTimeout(deps.wake, ms + 1).unref()
    for (const { id, sessionId } of cancelling) sessions.get(sessionId)?.send([{ kind: 'cancel', root: id }])
    for (const { id, wish } of wishes) {
      if (wish === 'END')
        sessions.get(id)?.send([{ kind: 'ended', reason: 'The lease ran out, or the runner was deleted' }])
      else {
        const exitCode = wish === 'STOP' ? 0 : RESTART_EXIT_CODE
        sessions.get(id)?.send([{ kind: 'stop', reason: `${wish} was asked for`, exitCode }])
      }
    }
  }

  /**
   * A claim whose answer was lost on the way is done all the same: what a session holds by the database, and was not
   * sent to it for a while, is sent now.
   */
  async function giveForgotten(held: readonly { id: string; sessionId: SessionId }[]): Promise<void> {
    const missing = held.filter(({ id, sessionId }) => sessions.get(sessionId)?.has(id) === false)
    for (const id of missingSince.keys()) if (!missing.some((one) => one.id === id)) missingSince.delete(id)
    const now = Date.now()
    const due = missing.filter(({ id }) => {
      const since = missingSince.get(id) ?? now
      missingSince.set(id, since)
      return now - since >= FORGOTTEN_MS
    })
    for (const [sessionId, some] of Map.groupBy(due, (one) => one.sessionId)) {
      const session = sessions.get(sessionId)
      if (session === undefined) continue
      log.warn({ session: sessionId, executions: some.length }, 'Executions had been claimed and never sent')
      give(
        session,
        await readClaimed(
          db,
          sessionId,
          some.map(({ id }) => id),
        ),
      )
    }
  }

  async function cancel(execution: string): Promise<void> {
    if (execution === '' || sessions.size === 0) return
    const holder = await findHolder(db, execution)
    if (holder?.status === 'CANCELLED') {
      for (const session of sessions.values()) {
        session.send([{ kind: 'dropped', root: execution, reason: 'It was cancelled by force' }])
      }
    } else if (holder?.status === 'CANCELLING') {
      sessions.get(holder.sessionId)?.send([{ kind: 'cancel', root: execution }])
    }
  }

  async function close(): Promise<void> {
    for (const session of sessions.values()) session.close('The server stops')
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return { upgrade, offer, dispatch, supervise, cancel, close, connectedRunners: () => sessions.size }
}

/** Whether nothing is in its journal yet. */
const isNew = ({ nextN }: RunMessage): boolean => nextN === 1
