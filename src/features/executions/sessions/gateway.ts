import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Db } from '../../../db/database.ts'
import { type Authenticate, authenticateHeader } from '../../../http/bearer.ts'
import { problemKinds } from '../../../http/problem-json.ts'
import { type ArtifactId, LOWEST_ID, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { Problem } from '../../../lib/problem.ts'
import { RESTART_EXIT_CODE } from '../../../protocol/exit-codes.ts'
import { MAX_FRAME_BYTES, type RunMessage } from '../../../protocol/messages.ts'
import { createJournal } from '../journal/journal.ts'
import { createBacklog } from '../queue/backlog.ts'
import { claimExecutions, claimLimited, hasLimits } from '../queue/claim-store.ts'
import type { Offer } from '../queue/create-store.ts'
import {
  type Claimed,
  findHolder,
  heldBy,
  readCancelling,
  readClaimed,
  runMessages,
} from '../queue/dispatch-store.ts'
import type { HandOff } from '../queue/enqueue.ts'
import { createResuming } from './resume.ts'
import type { RunnerSources } from './runner-questions.ts'
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
export interface Gateway extends HandOff {
  /** Takes an HTTP upgrade over; refuses whoever is no runner. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void>
  /** Takes what QUEUED_CHANNEL says; an empty payload means that something may have been missed. */
  heardQueued(payload: string): void
  /** Idempotent pass: gives waiting executions to the sessions here that have room. */
  dispatch(): Promise<void>
  /**
   * Up to `wanted` places of a session of this runner, the one with the most, for executions that are being created:
   * what is claimed as it is created need not wait in the queue. Undefined when none is connected here with room beyond
   * what is for those that wait already.
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
/**
 * The whole queue is looked through this often, in case something was not told: while a transaction is open, that is a
 * walk over all that was in it since.
 */
const LOOK_THROUGH_MS = 60_000

export function createGateway(deps: GatewayDependencies): Gateway {
  const { db, log } = deps
  const sessions = new Map<SessionId, Session>()
  /** Sessions that may hold what was not sent to them. */
  const doubtful = new Map<SessionId, Doubt>()
  const backlog = createBacklog()
  let lookThroughAt = 0
  const journal = createJournal(deps.writer, log)
  const resume = createResuming(db, log, doubt)
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
        backlog.add(runnerId, LOWEST_ID)
        webSocket.on('close', () => {
          if (sessions.get(session.id) !== session) return
          sessions.delete(session.id)
          doubtful.delete(session.id)
          if (sessionsOf(runnerId).length === 0) backlog.forget(runnerId)
        })
      },
    })
  }

  function give(session: Session, runs: readonly RunMessage[]): void {
    const fresh = runs.filter(({ execution }) => !session.has(execution))
    session.gave(fresh.map(({ execution }) => execution))
    const [begun, resumed] = [fresh.filter(isNew), fresh.filter((run) => !isNew(run))]
    session.send(begun)
    if (resumed.length > 0) resume(session, resumed)
  }

  const sessionsOf = (runnerId: RunnerId) =>
    [...sessions.values()].filter((session) => session.runnerId === runnerId)
  const connected = () => new Set([...sessions.values()].map(({ runnerId }) => runnerId))

  function noteQueued(runnerId: RunnerId, execution: string): void {
    if (sessionsOf(runnerId).length > 0) backlog.add(runnerId, execution, 1)
  }

  function heardQueued(payload: string): void {
    const [runnerId, from, count] = payload.split(' ') as [RunnerId, string?, string?]
    if (payload === '') for (const id of connected()) backlog.add(id, LOWEST_ID)
    else if (sessionsOf(runnerId).length === 0) return
    else if (from !== undefined) backlog.add(runnerId, from, Number(count))
    deps.wake()
  }

  async function dispatch(): Promise<void> {
    const through = Date.now() >= lookThroughAt
    const runners = [...connected()].filter((runnerId) => through || backlog.count(runnerId) > 0)
    if (runners.length === 0) return
    const limited = await hasLimits(db)
    const looks = runners.map((runnerId) =>
      backlog.look(runnerId, through, async (from) => {
        const left = sessionsOf(runnerId).map((session) => serveFrom(session, from, limited))
        return furthest(await Promise.all(left))
      }),
    )
    const ended = await Promise.allSettled(looks) // no two looks for one runner at once
    for (const look of ended) if (look.status === 'rejected') throw look.reason
    if (through) lookThroughAt = Date.now() + LOOK_THROUGH_MS
  }

  /** Gives a session what waits, from this id on, as far as it has room. Answers the lowest id that is left. */
  async function serveFrom(session: Session, from: string, limited: boolean): Promise<string | undefined> {
    const left = await claimAll(session, from, claimExecutions)
    if (left !== undefined && limited) await claimAll(session, left, claimLimited)
    return left
  }

  /**
   * Answers the lowest id of what is left. A claim may give less than there is, when another process is at it too.
   */
  async function claimAll(
    session: Session,
    from: string,
    claim: typeof claimExecutions,
  ): Promise<string | undefined> {
    let left: string | undefined = from
    for (let room = session.reserve(MAX_CLAIM); room > 0; room = session.reserve(MAX_CLAIM)) {
      try {
        const claimed = await claim(deps.writer, session, room, left)
        give(session, claimed.runs)
        left = claimed.left
        if (left === undefined || claimed.runs.length === 0) return left
      } catch (error) {
        doubt(session)
        throw error
      } finally {
        session.release(room)
      }
    }
    return left
  }

  /** Mostly nothing waits. */
  function roomGrew(session: Session): void {
    if (backlog.count(session.runnerId) > 0) deps.wake()
  }

  function offer(runnerId: RunnerId, wanted: number): Offer | undefined {
    const ofRunner = sessionsOf(runnerId)
    const [freest] = ofRunner.toSorted((a, b) => b.room() - a.room())
    const places = (freest?.room() ?? 0) - backlog.count(runnerId)
    const room = freest?.reserve(Math.min(wanted, Math.max(0, places))) ?? 0
    if (freest === undefined || room === 0) return undefined
    return {
      claimant: freest,
      room,
      here: ofRunner.map(({ id }) => id),
      settle: (claimed) => void settle(freest, room, claimed),
      fail() {
        doubt(freest)
        freest.release(room)
        roomGrew(freest)
      },
    }
  }

  /** What cannot be sent now is found by `giveForgotten`. */
  async function settle(session: Session, room: number, claimed: readonly Claimed[]): Promise<void> {
    try {
      give(session, await runMessages(deps.writer, claimed))
    } catch (error) {
      log.warn({ err: error, executions: claimed.length }, 'Executions that were claimed could not be sent')
      doubt(session)
    } finally {
      session.release(room)
      roomGrew(session)
    }
  }

  async function supervise(): Promise<void> {
    const ids = [...sessions.keys()]
    if (ids.length === 0) return
    const [wishes, cancelling, pauseEnds] = await Promise.all([
      readWishes(db, ids),
      readCancelling(db, ids),
      readPauseEnds(db, ids, LOOK_AHEAD_MS),
      giveForgotten(),
    ])
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

  function doubt({ id }: Pick<Session, 'id'>): void {
    doubtful.set(id, { lookAt: Date.now() + FORGOTTEN_MS, missing: undefined })
  }

  /**
   * A claim whose answer was lost on the way is done all the same. What a session in doubt holds by the database, and
   * was not sent to it, may just be on its way; what still was not when no claim from then can be, is sent now.
   */
  async function giveForgotten(): Promise<void> {
    const now = Date.now()
    for (const [id, { lookAt, missing: known }] of doubtful) {
      const session = sessions.get(id)
      if (session === undefined || now < lookAt) continue
      const held = (await heldBy(db, id)).map((execution) => execution.id)
      const missing = new Set(held.filter((execution) => !session.has(execution)))
      if (known === undefined && missing.size > 0) {
        doubtful.set(id, { lookAt: now + FORGOTTEN_MS, missing })
        continue
      }
      const forgotten = missing.intersection(known ?? new Set())
      if (forgotten.size > 0)
        log.warn({ session: id, executions: forgotten.size }, 'Executions had been claimed and never sent')
      give(session, await readClaimed(db, id, [...forgotten]))
      doubtful.delete(id)
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

  const connectedRunners = () => sessions.size
  return {
    ...{ upgrade, offer, noteQueued, heardQueued, dispatch, supervise, cancel, close, connectedRunners },
  }
}

/** When to look at what a session holds, and what it was not sent when that was done first. */
interface Doubt {
  readonly lookAt: number
  readonly missing: ReadonlySet<string> | undefined
}

/** What any claim found left holds for all of the runner; a session without room made none. */
const furthest = (left: readonly (string | undefined)[]) =>
  left.includes(undefined) ? undefined : left.toSorted().at(-1)

/** Whether nothing is in its journal yet. */
const isNew = ({ nextN }: RunMessage): boolean => nextN === 1
