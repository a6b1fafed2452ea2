import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import type { Db } from '../../../db/database.ts'
import { dueByAny } from '../../../db/lookout.ts'
import { type Authenticate, authenticateHeader } from '../../../http/bearer.ts'
import { problemKinds } from '../../../http/problem-json.ts'
import type { ArtifactId, SessionId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { Problem } from '../../../lib/problem.ts'
import type { Due } from '../../../lib/service.ts'
import type { Sampling } from '../../../lib/trace-context.ts'
import { MAX_MESSAGE_BYTES } from '../../../protocol/messages.ts'
import { PROBES_SINCE_PROTOCOL } from '../../../protocol/request-messages.ts'
import { createJournal } from '../journal/journal.ts'
import type { HandOff } from '../queue/offer.ts'
import { Dispatcher } from './dispatcher.ts'
import type { SessionTerms } from './handshake.ts'
import { createMoving, type GatewayMoves } from './moving.ts'
import { createReconcile } from './reconcile.ts'
import { createRegistry } from './registry.ts'
import { createRequests } from './requests.ts'
import { createResume } from './resume.ts'
import type { RunnerLookups } from './runner-questions.ts'
import { createSampling, type GatewaySamples } from './sampling.ts'
import { createSendRuns, type SendRuns } from './send-runs.ts'
import { type ServeDependencies, serveSocket } from './serve-socket.ts'
import type { SessionProbes } from './session.ts'
import { createSessionTrail, peerOf, type SessionAudit } from './session-trail.ts'
import { createUnsent } from './unsent.ts'

export interface GatewayDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk. */
  readonly writer: Db
  readonly log: Log
  readonly authenticate: Authenticate
  readonly readFiles: (artifact: ArtifactId) => Promise<readonly { path: string; content: string }[]>
  readonly audit: SessionAudit
  /** Wakes the dispatch pass. */
  readonly wake: () => void
  /** Steps reported what they read or wrote. */
  readonly onAssets?: (() => void) | undefined
  /** What runners may look up while they hold an execution. */
  readonly lookups: RunnerLookups
  readonly probes: GatewayProbes
  readonly samples: GatewaySamples
  readonly moves: GatewayMoves
  readonly terms: SessionTerms
  /** Which executions are recorded as traces; undefined: none. */
  readonly sampling?: Sampling | undefined
}

/** Tests of connections, which wait for the process that their runner is connected to. */
export interface GatewayProbes extends SessionProbes {
  readonly take: (id: string, sessions: readonly SessionId[]) => Promise<readonly ProbeToSend[]>
}

interface ProbeToSend {
  readonly id: string
  readonly sessionId: SessionId
  readonly project: string
  readonly environment: string
  readonly connection: object
}

/** Where runners connect. Each API process serves the runners that are connected to it. */
export interface Gateway extends HandOff {
  /** Handles an HTTP upgrade that comes from `address`; rejects callers that are not runners. */
  upgrade(request: IncomingMessage, address: string, socket: Duplex, head: Buffer): Promise<void>
  /** Takes a payload of QUEUED_CHANNEL; an empty one means that notifications may have been missed. */
  onQueuedNotification(payload: string): void
  /** Idempotent pass: claims queued executions for the sessions here that have free slots. */
  dispatch(): Promise<void>
  /** Whether a runner is connected here for which something waits or may wait unnoticed. */
  dispatchIsDue(): boolean
  /** Scans of the queue that have failed since the process started. */
  dispatchFailures(): number
  /**
   * Idempotent pass: passes on requests that were not notified, and sends what was claimed and never sent.
   */
  supervise(): Promise<void>
  readonly supervisionDue: Due
  /** Takes a payload of CANCEL_CHANNEL; an empty one means that notifications may have been missed. */
  cancel(execution: string): Promise<void>
  /** Has runners that are connected here try connections. Takes a payload of PROBE_CHANNEL. */
  probe(id: string): Promise<void>
  /** Has runners that are connected here take samples. Takes a payload of SAMPLE_CHANNEL. */
  sample(id: string): Promise<void>
  /** Takes a payload of SAMPLE_CANCEL_CHANNEL. */
  cancelSample(payload: string): void
  /** Has runners that are connected here move environments. Takes a notification of MOVE_CHANNEL. */
  move(): Promise<void>
  /** Takes a payload of MOVE_STOPPED_CHANNEL. */
  stopMove(payload: string): void
  /** Disconnects every runner; they connect to another process. */
  close(): Promise<void>
  connectedRunners(): number
}

/**
 * The life of a run, from a request to its end:
 *
 * 1. `service.ts` checks the request, and `queue/enqueue.ts` writes it with those of others.
 * 2. A session here that has free slots takes it at once (`dispatcher.ts`, `offer`): it begins as RUNNING.
 * 3. Otherwise it is QUEUED; the notification tells every process, and `dispatch` claims it for a free
 *    session.
 * 4. `send-runs.ts` sends it to the runner, with its journal when another session began it (`resume.ts`).
 * 5. The runner reports each step (`session.ts`); `journal/journal.ts` writes the reports of all in groups.
 * 6. What is on disk is acknowledged with `committed`; the runner keeps what is not, and sends it again.
 * 7. A step that needs a secret, a connector or a token asks for it (`runner-questions.ts`).
 * 8. A cancellation reaches the runner by notification or, at the latest, by `supervise` (`requests.ts`; a
 *    forced one `unsent.ts`).
 * 9. When the connection breaks the session may resume (`reconcile.ts`), until somebody else can take its
 *    work: then it is QUEUED again (`endings/lease-store.ts`).
 * 10. The report of its end makes it SUCCESS, FAILED or CANCELLED, and the runner's next grant frees its
 *     slot.
 */
export function createGateway(deps: GatewayDependencies): Gateway {
  const { db, writer, log, wake } = deps
  const server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const registry = createRegistry()
  const sendRuns: SendRuns = (session, runs) => sendOrResume(session, runs)
  const unsent = createUnsent({ db, log, registry, sendRuns })
  const { markUnconfirmed } = unsent
  const sendOrResume = createSendRuns({ db: writer, log }, createResume(db, log, markUnconfirmed))
  const dispatcher = new Dispatcher({ db, writer, log, registry, sendRuns, markUnconfirmed, wake })
  const requests = createRequests({ db, registry, wake })
  const moving = createMoving(registry, deps.moves)
  const serving: ServeDependencies = {
    db,
    log,
    journal: createJournal(writer, log, deps.onAssets),
    trail: createSessionTrail(deps.audit, log),
    readFiles: deps.readFiles,
    lookups: deps.lookups,
    probes: deps.probes,
    samples: deps.samples,
    moves: deps.moves,
    terms: deps.terms,
    sampling: deps.sampling,
    reconcile: createReconcile(db, log, sendRuns),
    onCapacityFreed: (session) => dispatcher.onCapacityFreed(session),
    onOpened(session) {
      registry.add(session)
      dispatcher.onOpened(session)
    },
    onClosed(session) {
      if (!registry.remove(session)) return
      unsent.forget(session)
      dispatcher.onClosed(session)
    },
  }

  async function supervise(): Promise<void> {
    if (registry.all().length > 0) await Promise.all([requests.passOn(), unsent.resend(), moving.move()])
  }

  const wanted = dueByAny(requests.due, deps.moves.due)
  const supervisionDue: Due = { ...wanted, isDue: (answer) => unsent.isWaiting() || wanted.isDue(answer) }

  async function probe(id: string): Promise<void> {
    const able = registry.all().filter(({ protocol }) => protocol >= PROBES_SINCE_PROTOCOL)
    if (able.length === 0) return
    const ids = able.map((session) => session.id)
    for (const { id: probe, sessionId, ...wanted } of await deps.probes.take(id, ids))
      registry.find(sessionId)?.send([{ kind: 'probe-connection', probe, ...wanted }])
  }

  async function close(): Promise<void> {
    for (const session of registry.all()) session.close('The server is stopping')
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }

  return {
    upgrade: createUpgrade(server, deps, serving),
    origin: dispatcher.origin,
    offer: (runnerId, wanted) => dispatcher.offer(runnerId, wanted),
    recordQueued: (runnerId, execution) => dispatcher.recordQueued(runnerId, execution),
    onQueuedNotification: (payload) => dispatcher.onQueuedNotification(payload),
    dispatch: () => dispatcher.dispatch(),
    dispatchIsDue: () => dispatcher.isDue(),
    dispatchFailures: () => dispatcher.failures,
    supervise,
    supervisionDue,
    cancel: requests.cancel,
    probe,
    ...createSampling(registry, deps.samples),
    ...moving,
    close,
    connectedRunners: () => registry.all().length,
  }
}

/**
 * Hands the connections of runners to `serveSocket`, and answers anybody else with the status of the problem.
 */
function createUpgrade(
  server: WebSocketServer,
  { authenticate, log }: GatewayDependencies,
  serving: ServeDependencies,
): Gateway['upgrade'] {
  return async (request, address, socket, head) => {
    try {
      const caller = await authenticateHeader(request.headers.authorization, authenticate)
      if (caller.kind !== 'RUNNER')
        throw new Problem('forbidden', 'Only a runner credential can open a session')
      server.handleUpgrade(request, socket, head, (opened) =>
        serveSocket(opened, peerOf(caller, request, address), serving),
      )
    } catch (error) {
      const { status, title } = problemKinds[error instanceof Problem ? error.kind : 'service-unavailable']
      if (!(error instanceof Problem)) log.error({ err: error }, 'Could not authenticate a runner')
      const retry = status === 503 ? 'retry-after: 1\r\n' : ''
      socket.end(`HTTP/1.1 ${status} ${title}\r\n${retry}connection: close\r\ncontent-length: 0\r\n\r\n`)
    }
  }
}
