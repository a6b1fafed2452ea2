import { isDeepStrictEqual } from 'node:util'
import type { WebSocket } from 'ws'
import type { Sampling } from '../../../lib/trace-context.ts'
import { FrameError, type ReadReport, readFromRunner } from '../../../protocol/frames.ts'
import { type FromRunner, TRACES_SINCE_PROTOCOL } from '../../../protocol/messages.ts'
import { endSession } from '../endings/runner-loss-store.ts'
import { type Hello, hashOf, type SessionTerms, shakeHands } from './handshake.ts'
import { RunnerSocket } from './runner-socket.ts'
import { Session, type SessionDependencies } from './session.ts'
import { recordBeat } from './session-store.ts'
import type { Peer, SessionTrail } from './session-trail.ts'

type Beat = Extract<FromRunner, { kind: 'beat' }>

export interface ServeDependencies extends SessionDependencies {
  /** Where openings and refusals are recorded. */
  readonly trail: SessionTrail
  readonly terms: SessionTerms
  /** Which executions are recorded as traces; undefined: none. */
  readonly sampling?: Sampling | undefined
  /** The session may be given work from now on. */
  readonly onOpened: (session: Session) => void
  readonly onClosed: (session: Session) => void
  /** Compares what a resumed session holds with what its runner holds. */
  readonly reconcile: (session: Session, held: readonly string[]) => Promise<void>
}

/** Runners from this protocol on are told what time it is. */
const SAYS_TIME = 4
/** `drained` is what `rules.ts` of the runners knows as an orderly end. */
const DRAINED = 'drained'
/** Codes with which a runner closes the connection itself: it has stopped. The second stands for none. */
const GOODBYES: readonly number[] = [1000, 1005]

/**
 * Serves one WebSocket from its `hello` to its end. Frames are taken one after the other, in the order they
 * arrive.
 */
export function serveSocket(webSocket: WebSocket, peer: Peer, deps: ServeDependencies): void {
  const { db, log, trail } = deps
  const { runnerId } = peer
  const socket = new RunnerSocket(webSocket)
  let session: Session | undefined
  /** What opened the session. */
  let firstHello: Hello | undefined
  let lastFrame = Promise.resolve()
  let isRejected = false

  function reject(reason: string): void {
    isRejected = true
    log.warn({ runnerId, session: session?.id, reason }, 'Closed a runner connection')
    socket.close(reason)
  }

  async function open(hello: Hello): Promise<void> {
    firstHello = hello
    const handshake = await shakeHands(db, runnerId, hello, deps.terms)
    if ('refused' in handshake) {
      const { refused, isSessionOver } = handshake
      trail.refused(peer, hello, refused)
      if (isSessionOver)
        socket.send([{ kind: 'ended', reason: 'The session is over, and its work was requeued' }])
      return reject(refused)
    }
    if (!handshake.isResumed) await trail.opened(peer, hello, handshake)
    if (webSocket.readyState !== webSocket.OPEN) return // it closed meanwhile; the runner may still resume
    const { id, runnerName, leaseSeconds, isResumed: resumed, held } = handshake
    session = new Session(socket, handshake, deps)
    const now = hello.protocol < SAYS_TIME ? {} : { now: new Date().toISOString() }
    const { sampling } = deps
    const traces = sampling !== undefined && hello.protocol >= TRACES_SINCE_PROTOCOL ? { sampling } : {}
    session.send([
      {
        kind: 'welcome',
        session: id,
        resumed,
        runner: runnerId,
        runnerName,
        leaseSeconds,
        ...now,
        ...traces,
      },
    ])
    log.info({ session: id, resumed, runner: runnerName, instance: hello.instance }, 'Runner connected')
    deps.onOpened(session)
    if (resumed) await deps.reconcile(session, held)
  }

  async function beat({ session: id, instanceSecret, activeComponents }: Beat): Promise<void> {
    const instanceHash = hashOf(instanceSecret)
    const isLive = await recordBeat(db, runnerId, id, { instanceHash, activeComponents })
    if (!isLive) reject('The session is over, or belongs to another process')
  }

  async function receive(text: string): Promise<void> {
    const reports: ReadReport[] = []
    for (const message of readFromRunner(text)) {
      if (isRejected) break
      if (message.kind === 'beat') await beat(message)
      else if (session === undefined) {
        if (message.kind !== 'hello') return reject('The first message must be hello')
        await open(message)
      } else if (message.kind === 'hello') {
        // One that arrives twice was answered. Another process cannot take over a connection.
        if (!isDeepStrictEqual(message, firstHello)) return reject('A second hello')
      } else if ('n' in message) reports.push(message)
      else await session.receive(message)
    }
    if (reports.length > 0) session?.receiveReports(reports)
  }

  function onError(error: unknown): void {
    const isFrame = error instanceof FrameError
    const fields = { err: error, runnerId, session: session?.id }
    if (!isFrame) log.error(fields, 'Failed to process a message of a runner')
    reject(isFrame ? error.message : 'The server failed to process the message')
  }

  webSocket.on('message', (data) => {
    lastFrame = lastFrame.then(() => receive(String(data))).catch(onError)
  })
  webSocket.on('error', (error) => log.warn({ err: error, runnerId }, 'A runner connection broke'))
  webSocket.on('close', (code) => {
    if (session === undefined) return
    log.debug({ session: session.id, runnerId, code }, 'Runner disconnected')
    deps.onClosed(session)
    // What the runner said last may still be waiting behind earlier frames.
    if (GOODBYES.includes(code)) void lastFrame.then(() => endIfDrained())
  })

  /**
   * Any other session may be resumed while its lease runs, and so may one that drains, whose connection broke
   * or was closed by this server: its runner is still finishing what it has.
   */
  async function endIfDrained(): Promise<void> {
    if (session === undefined || !session.credit.isDraining) return
    const { id } = session
    await endSession(db, id, DRAINED).catch((error: unknown) =>
      log.warn({ err: error, session: id }, 'Could not end a drained session'),
    )
  }
}
