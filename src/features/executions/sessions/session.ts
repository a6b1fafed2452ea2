import type { Db } from '../../../db/database.ts'
import type { ArtifactId, RunnerId, SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import type { ReadReport } from '../../../protocol/frames.ts'
import type { LookupResult } from '../../../protocol/lookup-messages.ts'
import {
  type FromRunner,
  type Report,
  TIME_SINCE_PROTOCOL,
  type ToRunner,
} from '../../../protocol/messages.ts'
import type { Journal } from '../journal/journal.ts'
import { artifactMessages } from './artifact-messages.ts'
import { Credit } from './credit.ts'
import type { Handshake } from './handshake.ts'
import { type HeldExecution, holdsArtifact } from './held-store.ts'
import { createResponder, type RunnerLookups } from './runner-questions.ts'
import type { RunnerSocket } from './runner-socket.ts'
import { recordDraining, recordHeartbeat } from './session-store.ts'

export interface SessionDependencies {
  readonly db: Db
  readonly log: Log
  readonly journal: Journal
  readonly readFiles: (artifact: ArtifactId) => Promise<readonly { path: string; content: string }[]>
  readonly onCapacityFreed: (session: Session) => void
  readonly lookups: RunnerLookups
  readonly probes: SessionProbes
  readonly samples: SessionSamples
  readonly moves: SessionMoves
}

/** Moves of environments that runners make. False: the session does not have the move any more. */
export interface SessionMoves extends Pick<SessionProbes, 'placeOf'> {
  readonly progressed: (session: SessionId, move: string, progress: MoveProgress) => Promise<boolean>
  readonly beginCommit: (session: SessionId, move: string) => Promise<boolean>
  readonly ended: (session: SessionId, move: string, answer: MoveAnswer) => Promise<void>
}
type MoveProgress = Omit<Extract<FromRunner, { kind: 'move-progressed' }>, 'kind' | 'move'>
type MoveAnswer = Omit<Extract<FromRunner, { kind: 'move-ended' }>, 'kind' | 'move'>

/** Tests of connections that runners are asked for. */
export interface SessionProbes {
  readonly placeOf: (
    session: SessionId,
    probe: string,
  ) => Promise<Pick<HeldExecution, 'projectId'> | undefined>
  readonly answered: (session: SessionId, probe: string, answer: ProbeAnswer) => Promise<void>
}
export type ProbeAnswer = Pick<
  Extract<FromRunner, { kind: 'connection-probed' }>,
  'ok' | 'message' | 'version' | 'latencyMs'
>

/** Samples, lists of tables and looks for triggers that runners are asked for. */
export interface SessionSamples extends Pick<SessionProbes, 'placeOf'> {
  readonly answered: (
    session: SessionId,
    sample: string,
    answer: SampleAnswer | TablesAnswer | ConditionAnswer,
  ) => Promise<void>
}
type SampleAnswer = Omit<Extract<FromRunner, { kind: 'sampled' }>, 'kind' | 'sample'>
type TablesAnswer = Omit<Extract<FromRunner, { kind: 'tables-listed' }>, 'kind' | 'sample'>
type ConditionAnswer = Omit<Extract<FromRunner, { kind: 'condition-checked' }>, 'kind' | 'sample'>

/** What the connection itself handles. */
type OfConnection = Extract<FromRunner, { kind: 'hello' | 'beat' }>
type LogMessage = Extract<FromRunner, { kind: 'log' }>

/**
 * How many heartbeats of a connection are answered with the time. The fastest answer counts, and a few are
 * enough for one to be fast: answering all of them would cost an idle server time for nothing.
 */
const TIMES_TOLD = 5

/**
 * One connected runner process, as this server sees it. `send` sends it messages, `receive` handles what it
 * sent. An error closes the connection: the runner connects again and resumes.
 */
export class Session {
  readonly id: SessionId
  readonly runnerId: RunnerId
  readonly connection: number
  readonly protocol: number
  readonly credit: Credit
  readonly #socket: RunnerSocket
  readonly #deps: SessionDependencies
  readonly #responder: ReturnType<typeof createResponder>
  #timesTold = 0

  constructor(socket: RunnerSocket, handshake: Handshake, deps: SessionDependencies) {
    this.id = handshake.id
    this.runnerId = handshake.runnerId
    this.connection = handshake.connection
    this.protocol = handshake.protocol
    this.credit = new Credit(handshake.received, handshake.held)
    this.#socket = socket
    this.#deps = deps
    const { db, log, lookups, probes, samples, moves } = deps
    const placeOf = async (id: string) =>
      (await probes.placeOf(this.id, id)) ??
      (await samples.placeOf(this.id, id)) ??
      (await moves.placeOf(this.id, id))
    const { protocol } = handshake
    const send = (reply: LookupResult) => this.send([reply])
    const isOpen = () => socket.isOpen
    this.#responder = createResponder({ db, log, lookups, placeOf, send, isOpen, protocol })
  }

  send(messages: readonly ToRunner[]): void {
    this.#socket.send(messages)
  }

  /** Resolves when what was sent has left this process; with false when the connection is gone. */
  drained(): Promise<boolean> {
    return this.#socket.drained()
  }

  close(reason: string): void {
    this.#deps.log.warn({ runnerId: this.runnerId, session: this.id, reason }, 'Closed a runner connection')
    this.#socket.close(reason)
  }

  /** Takes one message that is not a report. */
  async receive(message: Exclude<FromRunner, Report | OfConnection>): Promise<void> {
    switch (message.kind) {
      case 'heartbeat':
        this.#tellTime()
        return this.#renewLease(message.activeComponents)
      case 'credit':
        this.credit.grant(message.total)
        return this.#deps.onCapacityFreed(this)
      case 'log':
        return this.#receiveLog(message)
      case 'artifact-wanted':
        return this.#sendArtifact(message.artifact)
      case 'secret-wanted':
      case 'connection-wanted':
      case 'connector-wanted':
      case 'oauth-token-wanted':
      case 'shared-pipeline-wanted':
        return this.#responder.take(this.id, message)
      case 'connection-probed': {
        const { probe, kind: _, ...answer } = message
        return this.#deps.probes.answered(this.id, probe, answer)
      }
      case 'sampled': {
        const { sample, kind: _, ...answer } = message
        return this.#deps.samples.answered(this.id, sample, answer)
      }
      case 'condition-checked':
      case 'tables-listed': {
        const { sample, kind: _, ...answer } = message
        return this.#deps.samples.answered(this.id, sample, answer)
      }
      case 'move-progressed': {
        const { move, kind: _, ...progress } = message
        if (!(await this.#deps.moves.progressed(this.id, move, progress)))
          this.send([{ kind: 'move-stopped', move }])
        return
      }
      case 'move-ready': {
        const { move } = message
        const isWanted = await this.#deps.moves.beginCommit(this.id, move)
        return this.send([{ kind: isWanted ? 'move-confirmed' : 'move-stopped', move }])
      }
      case 'move-ended': {
        const { move, kind: _, ...answer } = message
        return this.#deps.moves.ended(this.id, move, answer)
      }
      case 'draining':
        this.credit.drain()
        return recordDraining(this.#deps.db, this.id)
    }
  }

  /**
   * Takes the reports of a frame: they go to the journal together, root by root, and nothing waits for it
   * here.
   */
  receiveReports(reports: readonly ReadReport[]): void {
    for (const [root, some] of Map.groupBy(reports, (report) => report.root)) {
      void this.#journal(root, some).catch((error: unknown) => this.#onUnstorable(root, error))
    }
  }

  async #sendArtifact(artifact: string): Promise<void> {
    if (await holdsArtifact(this.#deps.db, this.id, artifact)) {
      const files = await this.#deps.readFiles(artifact as ArtifactId)
      return this.send(artifactMessages(artifact, files))
    }
    const reason = 'The session holds no execution of it'
    const fields = { artifact, session: this.id, runnerId: this.runnerId, reason }
    this.#deps.log.warn(fields, 'Refused an artifact to a runner')
    this.send([{ kind: 'artifact-refused', artifact, reason }])
  }

  /** Each report is acknowledged once it is on disk. */
  async #journal(root: string, reports: readonly ReadReport[]): Promise<void> {
    const written = await this.#deps.journal.report({ root, session: this.id, reports })
    const isOver = reports.some((report) => report.kind === 'execution-finished' && report.execution === root)
    if (isOver || written === 'not-held') this.credit.end(root)
    if (written === 'written') return this.send([{ kind: 'committed', root, n: reports.at(-1)!.n }])
    this.#deps.log.warn(
      { root, session: this.id, runnerId: this.runnerId },
      'Refused reports: the session does not hold the execution',
    )
    // Another session holds it meanwhile, or it is over.
    this.send([{ kind: 'dropped', root, reason: 'It is no longer held by this session' }])
  }

  #receiveLog({ root, first, lines }: LogMessage): void {
    this.#deps.journal
      .log({ root, session: this.id, first, lines })
      .then((written) => {
        if (written === 'written') this.send([{ kind: 'log-committed', root, line: first + lines.length }])
      })
      .catch((error: unknown) => this.#onUnstorable(root, error))
  }

  /**
   * Neither stored nor given up: the runner keeps what was not acknowledged and sends it again after it
   * reconnects.
   */
  #onUnstorable(root: string, error: unknown): void {
    const fields = { err: error, root, session: this.id, runnerId: this.runnerId }
    this.#deps.log.error(fields, 'Failed to store what a runner reported')
    this.close('The server failed to store a report')
  }

  #tellTime(): void {
    if (this.protocol < TIME_SINCE_PROTOCOL || this.#timesTold >= TIMES_TOLD) return
    this.#timesTold++
    this.send([{ kind: 'time', now: new Date().toISOString() }])
  }

  /** Whatever is wrong with the database, the runner stays connected and keeps what it has done. */
  async #renewLease(activeComponents: number): Promise<void> {
    const { db, log } = this.#deps
    const isLive = await recordHeartbeat(db, this.id, activeComponents).catch((error: unknown) => {
      log.warn({ err: error, session: this.id }, 'Could not record a heartbeat')
      return true
    })
    if (!isLive) this.send([{ kind: 'ended', reason: 'The lease expired, or the runner was deleted' }])
  }
}
