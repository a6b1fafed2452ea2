import type { WebSocket } from 'ws'
import type { Db } from '../../../db/database.ts'
import { isTransient } from '../../../db/errors.ts'
import type { ArtifactId, RunnerId, SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { FrameError, readFromRunner, writeFrames } from '../../../protocol/frames.ts'
import {
  type FromRunner,
  MAX_FRAME_BYTES,
  PROTOCOL_VERSION,
  type Report,
  type ToRunner,
} from '../../../protocol/messages.ts'
import { endSession } from '../endings/runner-loss-store.ts'
import type { Journal } from '../journal/journal.ts'
import { heldBy } from '../queue/dispatch-store.ts'
import { artifactMessages } from './artifact-messages.ts'
import { createAnswerer, type RunnerSources } from './runner-questions.ts'
import { noteDraining, noteHeartbeat, openSession, resumeSession } from './session-store.ts'

export interface SessionDependencies {
  readonly db: Db
  readonly log: Log
  readonly journal: Journal
  readonly readFiles: (artifact: ArtifactId) => Promise<readonly { path: string; content: string }[]>
  /** Sends executions that a resumed session holds and its runner never received. */
  readonly resend: (session: Session, executions: readonly string[]) => Promise<void>
  readonly opened: (session: Session) => void
  readonly roomGrew: (session: Session) => void
  /** What new sessions are promised. */
  readonly leaseSeconds: number
  readonly sources: RunnerSources
}

/** One connected runner process, as this server sees it. */
export interface Session {
  readonly id: SessionId
  readonly runnerId: RunnerId
  /** Which connection of the session this is: work is claimed for the newest only. */
  readonly connection: number
  /** Executions that may still be sent, without those that are set aside. */
  room(): number
  /** Sets up to `most` of them aside for what is being claimed; answers how many. */
  reserve(most: number): number
  /** What was set aside was sent, or there was nothing to claim. */
  release(reserved: number): void
  send(messages: readonly ToRunner[]): void
  /** Resolves when what was sent has left this process; with false when the connection is gone. */
  drained(): Promise<boolean>
  /** Whether an execution was sent over this connection, or is known to be with the runner, and has not ended. */
  has(execution: string): boolean
  /** Notes executions that were sent. */
  gave(executions: readonly string[]): void
  /** These could not be sent after all. */
  takeBack(executions: readonly string[]): void
  close(reason: string): void
}

type Hello = Extract<FromRunner, { kind: 'hello' }>
/** `drained` is what `rules.ts` of the runners knows as an orderly end. */
const DRAINED = 'drained'

/** Serves one WebSocket for as long as it lives. What goes wrong with it closes it: the runner connects again. */
export function serveSession(socket: WebSocket, runnerId: RunnerId, deps: SessionDependencies): void {
  const { db, log, journal } = deps
  const answerer = createAnswerer({ db, log, sources: deps.sources, send: (reply) => send([reply]) })
  let session: Session | undefined
  let inOrder = Promise.resolve()
  let draining = false
  let total = 0
  let sent = 0
  let reserved = 0
  const given = new Set<string>()

  let outgoing: ToRunner[] = []

  /** What one turn of the event loop has to say goes out together: a batch on disk answers many executions. */
  function send(messages: readonly ToRunner[]): void {
    if (outgoing.length === 0 && messages.length > 0) setImmediate(flush)
    outgoing.push(...messages)
  }

  function flush(): void {
    const messages = outgoing
    outgoing = []
    if (socket.readyState !== socket.OPEN) return
    for (const frame of writeFrames(messages, MAX_FRAME_BYTES)) socket.send(frame)
  }

  /** A ping goes out after everything before it. */
  function drained(): Promise<boolean> {
    flush()
    if (socket.readyState !== socket.OPEN) return Promise.resolve(false)
    return new Promise((resolve) => {
      const gone = () => resolve(false)
      socket.once('close', gone)
      socket.ping('', false, () => {
        socket.off('close', gone)
        resolve(socket.readyState === socket.OPEN)
      })
    })
  }

  function fail(reason: string): void {
    log.warn({ runnerId, session: session?.id, reason }, 'A runner connection was closed')
    socket.close(4000, reason.slice(0, 100))
  }

  async function greet(hello: Hello): Promise<void> {
    if (hello.protocol !== PROTOCOL_VERSION) {
      return fail(
        `This server speaks protocol ${PROTOCOL_VERSION}, the runner ${hello.protocol}; update the older one`,
      )
    }
    const resumed = hello.session === undefined ? undefined : await resumeSession(db, runnerId, hello.session)
    const opening = { ...hello, leaseSeconds: deps.leaseSeconds }
    const begun = resumed === undefined ? await openSession(db, runnerId, opening) : undefined
    const id = resumed === undefined ? begun?.id : (hello.session as SessionId)
    if (id === undefined) return fail('The runner was deleted')
    sent = resumed === undefined ? 0 : (hello.received ?? 0)
    const runnerName = (resumed ?? begun)!.runnerName
    const { connection, leaseSeconds } = resumed ?? { connection: 1, ...opening }
    for (const held of (resumed && hello.held) ?? []) given.add(held)
    const has = (execution: string) => given.has(execution)
    const places = { room, reserve, release, gave, takeBack, has }
    session = { id, runnerId, connection, ...places, send, drained, close: fail }
    const went = { session: id, resumed: resumed !== undefined }
    send([{ kind: 'welcome', ...went, runner: runnerId, runnerName, leaseSeconds }])
    log.info({ ...went, runner: runnerName, instance: hello.instance }, 'Runner connected')
    deps.opened(session)
    if (resumed !== undefined) await reconcile(session, hello.held ?? [])
  }

  const room = () => (draining ? 0 : Math.max(0, total - sent - reserved))

  function reserve(most: number): number {
    const places = Math.min(most, room())
    reserved += places
    return places
  }

  function release(places: number): void {
    reserved -= places
  }

  function gave(executions: readonly string[]): void {
    sent += executions.length
    for (const execution of executions) given.add(execution)
  }

  function takeBack(executions: readonly string[]): void {
    sent -= executions.length
    for (const execution of executions) given.delete(execution)
  }

  /** After a broken connection both ends may have missed something: what each holds is compared. */
  async function reconcile(own: Session, held: readonly string[]): Promise<void> {
    const ours = await heldBy(db, own.id)
    const theirs = new Set(held)
    send(ours.filter(({ cancelling }) => cancelling).map(({ id }) => ({ kind: 'cancel', root: id })))
    await deps.resend(
      own,
      ours.filter(({ id }) => !theirs.has(id)).map(({ id }) => id),
    )
  }

  /** Reports of a frame go to the journal together, root by root; each is acknowledged once it is on disk. */
  function takeReports(own: Session, reports: readonly Report[]): void {
    for (const [root, some] of Map.groupBy(reports, (report) => report.root)) {
      const n = some.at(-1)!.n
      void journal.report({ root, session: own.id, reports: some }).then((written) => {
        const isOver = some.some(
          (report) => report.kind === 'execution-finished' && report.execution === root,
        )
        if (isOver || written === 'not-held') given.delete(root)
        if (written === 'written') send([{ kind: 'committed', root, n }])
        else refuse(own, root)
      })
    }
  }

  /** Whoever sends this lost the execution meanwhile: another session may hold it, or it is over. */
  function refuse(own: Session, root: string): void {
    log.warn(
      { root, session: own.id, runnerId },
      'Reports were refused: the session does not hold the execution',
    )
    send([{ kind: 'dropped', root, reason: 'It is no longer held by this session' }])
  }

  function takeLog(own: Session, { root, first, lines }: Extract<FromRunner, { kind: 'log' }>): void {
    void journal.log({ root, session: own.id, first, lines }).then((written) => {
      if (written === 'written') send([{ kind: 'log-committed', root, line: first + lines.length }])
    })
  }

  /** A database that is away is no reason to send the runner away too: what it has done is kept until it is back. */
  async function takeHeartbeat(own: Session, activeComponents: number): Promise<void> {
    const lives = await noteHeartbeat(db, own.id, activeComponents).catch((error: unknown) => {
      if (!isTransient(error)) throw error
      log.warn({ err: error, session: own.id }, 'A heartbeat could not be noted')
      return true
    })
    if (!lives) send([{ kind: 'ended', reason: 'The lease ran out, or the runner was deleted' }])
  }

  async function take(own: Session, message: Exclude<FromRunner, Report>): Promise<void> {
    switch (message.kind) {
      case 'hello':
        return fail('A second hello')
      case 'heartbeat':
        return takeHeartbeat(own, message.activeComponents)
      case 'credit':
        total = message.total
        return deps.roomGrew(own)
      case 'log':
        return takeLog(own, message)
      case 'artifact-wanted':
        return send(artifactMessages(message.artifact, await deps.readFiles(message.artifact as ArtifactId)))
      case 'secret-wanted':
      case 'connector-wanted':
      case 'oauth-token-wanted':
        return answerer.take(own.id, message)
      case 'draining':
        draining = true
        return noteDraining(db, own.id)
    }
  }

  async function receive(text: string): Promise<void> {
    const reports: Report[] = []
    for (const message of readFromRunner(text)) {
      if (session === undefined) {
        if (message.kind !== 'hello') return fail('The first message must be hello')
        await greet(message)
      } else if ('n' in message) reports.push(message)
      else await take(session, message)
    }
    if (session !== undefined && reports.length > 0) takeReports(session, reports)
  }

  socket.on('message', (data) => {
    inOrder = inOrder
      .then(() => receive(String(data)))
      .catch((error: unknown) => {
        if (!(error instanceof FrameError))
          log.error({ err: error, runnerId }, 'A message of a runner failed')
        fail(error instanceof FrameError ? error.message : 'The server could not serve the message')
      })
  })
  socket.on('error', (error) => log.warn({ err: error, runnerId }, 'A runner connection broke'))
  socket.on('close', () => {
    const own = session
    if (own === undefined || !draining) return // it may come back within its lease
    void endSession(db, own.id, DRAINED).catch((error: unknown) =>
      log.warn({ err: error }, 'A session was not ended'),
    )
  })
}
