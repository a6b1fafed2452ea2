import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Containment, establishContainment } from '../components/common/contained/containment.ts'
import type { Log } from '../lib/log.ts'
import { guardedFetch, guardedPost } from '../lib/outgoing-http.ts'
import { guardedConnect } from '../lib/outgoing-socket.ts'
import { removeLeftScratch, scratchRootOf } from '../lib/scratch-folders.ts'
import type { Sampling } from '../lib/trace-context.ts'
import { within } from '../lib/wait.ts'
import { defaultBudget } from '../pipeline/expressions/expression-budget.ts'
import { createExpressions, type Expressions } from '../pipeline/expressions/expressions.ts'
import { createWarehouses, type Warehouses } from '../warehouses/open.ts'
import { type RunnerActivity, serveActuator } from './actuator.ts'
import { createRunnerClock } from './clock.ts'
import {
  type Connection,
  type ConnectionEvents,
  createConnection,
  type WorkMessage,
} from './connection/connection.ts'
import { createCredit } from './connection/credit.ts'
import { createHeartbeatThread } from './connection/heartbeat-thread.ts'
import { createLookups } from './connection/lookups.ts'
import { createOutbox } from './connection/outbox.ts'
import { createTokens } from './connection/token.ts'
import { createArtifacts } from './executions/artifacts.ts'
import { createInFlightExecutions } from './executions/in-flight.ts'
import { exportMetrics } from './export-metrics.ts'
import { createMoves } from './moves/moves.ts'
import { type ProbeTools, probeConnection } from './probes/probe.ts'
import type { RunnerSettings } from './runner-settings.ts'
import { createSamples } from './samples/samples.ts'
import { createEventLoopTurns } from './steps/event-loop-turns.ts'
import { ownSecrets } from './steps/secrets.ts'
import { createSlots } from './steps/slots.ts'
import { createOpenTests } from './tests/tests-of-execution.ts'

/** What is in flight when the runner stops may take this long; afterwards it is requeued. */
const DRAIN_TIMEOUT_MS = 26_000
/** Aborted executions get this long to end their processes and queries: 30 s together with the time above. */
const KILL_TIMEOUT_MS = 4_000

/**
 * Connects to the API and runs the executions it sends (specification, "Runner"). Resolves with the exit code
 * after `signal` aborts or the API says `stop`, and in-flight executions have finished or 30 s have passed.
 */
export async function runRunner(settings: RunnerSettings, log: Log, signal: AbortSignal): Promise<number> {
  const { expressionMs: timeoutMs } = settings
  const expressions = await createExpressions(timeoutMs === undefined ? {} : { timeoutMs })
  const warehouses = createWarehouses(settings)
  await removeLeftScratch(scratchRootOf(settings))
  try {
    return await serve(settings, log, signal, { expressions, warehouses })
  } finally {
    await warehouses.close()
    expressions.close()
  }
}

interface Engines {
  readonly expressions: Expressions
  readonly warehouses: Warehouses
}

async function serve(
  settings: RunnerSettings,
  log: Log,
  signal: AbortSignal,
  engines: Engines,
): Promise<number> {
  const closing = new AbortController()
  const stop = Promise.withResolvers<number>()
  const parts = wire(settings, log, engines)
  const actuator = await actuatorOf(settings, parts, log)
  const exported = exportMetrics(settings.telemetry, () => activityOf(parts), log, closing.signal)
  const connected = parts.connection.run(events(parts, stop.resolve), closing.signal)
  if (signal.aborted) stop.resolve(0)
  else signal.addEventListener('abort', () => stop.resolve(0), { once: true })
  const exitCode = await stop.promise
  await drain(parts, log)
  closing.abort()
  await connected
  await exported
  await parts.heartbeats.close()
  await actuator?.close()
  return exitCode
}

/** Off unless a port is set. */
async function actuatorOf({ actuatorPort = 0 }: RunnerSettings, parts: Parts, log: Log) {
  if (actuatorPort === 0) return undefined
  return serveActuator(actuatorPort, () => activityOf(parts), log)
}

const activityOf = ({ slots, inFlight, connection, state }: Parts): RunnerActivity => ({
  agentStatus: state.draining ? 'STOPPING' : connection.isOpen ? 'RUNNING' : 'UNKNOWN',
  activeTaskCount: slots.taken,
  activeRequestCount: inFlight.size,
  openSessionsCount: connection.isOpen ? 1 : 0,
})

type Parts = ReturnType<typeof wire>

interface RunnerState {
  draining: boolean
  /** Which executions the API records as traces; undefined: none. */
  sampling: Sampling | undefined
}

// Over 60 lines: one part after the other, in the order of their dependencies.
function wire(settings: RunnerSettings, log: Log, engines: Engines) {
  const state: RunnerState = { draining: false, sampling: undefined }
  const slots = createSlots(settings.capacity)
  const clock = createRunnerClock()
  const tokens = createTokens(settings)
  const load = () => ({ activeComponents: slots.taken, activeExecutions: inFlight.size })
  const instanceSecret = randomBytes(32).toString('base64url')
  const { apiUrl, clientId, clientSecret } = settings
  const heartbeats = createHeartbeatThread({ apiUrl, clientId, clientSecret, instanceSecret, load, log })
  const connection: Connection = createConnection({
    apiUrl,
    version: settings.version,
    capacity: settings.capacity,
    tokens,
    log,
    instance: `${hostname()} ${process.pid}`,
    instanceSecret,
    heartbeats,
    holding: () => ({ received: credit.count(), held: inFlight.held() }),
    load,
  })
  const outbox = createOutbox(connection.send, () => connection.turn)
  const artifacts = createArtifacts(connection.send)
  const lookups = createLookups(connection.send)
  const credit = createCredit(
    settings.maxExecutions,
    oncePerTurn(() => connection.send({ kind: 'credit', total: credit.total() })),
  )
  const inFlight = createInFlightExecutions(
    {
      ...engines,
      turns: createEventLoopTurns(),
      slots,
      outbox,
      artifacts,
      log,
      dataDir: settings.dataDir,
      send: connection.send,
      runnerClock: clock,
      maxLogBytes: settings.maxLogBytes,
      secrets: ownSecrets(process.env),
      lookups,
      ...outgoing(settings),
      budgetLimits: budgetLimitsOf(settings),
      flowOptions: settings.maxIterations === undefined ? {} : { maxIterations: settings.maxIterations },
      filesRoot: filesRootOf(settings),
      scratchRoot: scratchRootOf(settings),
      scriptsFor: scriptsContained(settings, log),
      grantSecrets: settings.grantSecrets,
      sampling: () => state.sampling,
      openTests: createOpenTests(settings),
    },
    credit,
  )
  const requests = requestsOf(settings, { ...engines, lookups }, connection.send)
  return {
    slots,
    heartbeats,
    clock,
    connection,
    outbox,
    artifacts,
    lookups,
    credit,
    inFlight,
    state,
    ...requests,
  }
}

const budgetLimitsOf = ({ expressionStepSeconds, expressionExecutionSeconds }: RunnerSettings) => ({
  stepSeconds: expressionStepSeconds ?? defaultBudget.stepSeconds,
  executionSeconds: expressionExecutionSeconds ?? defaultBudget.executionSeconds,
})

/** What the API asks for that is no execution. */
function requestsOf(
  settings: RunnerSettings,
  engines: Engines & Pick<ProbeTools, 'lookups'>,
  send: Connection['send'],
) {
  const tools = { ...engines, ...probeTools(settings) }
  return {
    probe: (wanted: Parameters<typeof probeConnection>[1]) => probeConnection(tools, wanted),
    samples: createSamples({ ...tools, budgetLimits: budgetLimitsOf(settings) }, send),
    moves: createMoves(tools, send),
  }
}

/** What tests of connections reach the world with: the same as components. */
function probeTools(settings: RunnerSettings) {
  const { dataDir, grantSecrets, allowPrivateAddresses } = settings
  const policy = { allowPrivateAddresses }
  const filesRoot = filesRootOf(settings)
  return {
    policy,
    fetch: guardedFetch(policy),
    secrets: ownSecrets(process.env),
    dataDir,
    filesRoot,
    grantSecrets,
  }
}

/** What components reach the world with. */
function outgoing({ allowPrivateAddresses, allowUnverifiedTls }: RunnerSettings) {
  const policy = { allowPrivateAddresses }
  return {
    fetch: guardedFetch(policy),
    unverifiedFetch: allowUnverifiedTls ? guardedFetch({ ...policy, verifyCertificates: false }) : undefined,
    post: guardedPost(policy),
    connect: guardedConnect(policy),
  }
}

const filesRootOf = ({ filesDir, dataDir }: RunnerSettings) => filesDir ?? join(dataDir, 'files')

/** Finds out what contains scripts while the runner connects; the first script waits for the answer. */
function scriptsContained(settings: RunnerSettings, log: Log): Containment['scriptsFor'] {
  const { HEADRACE_SECRETS_DIR: secretsDir, HEADRACE_PYTHON: python, PATH: path } = process.env
  const established = establishContainment({
    ...settings.scripts,
    scratchRoot: scratchRootOf(settings),
    hidden: [settings.dataDir, filesRootOf(settings), ...(secretsDir ? [secretsDir] : [])],
    path: path ?? '',
    python: python || 'python3',
  })
  void established.then(({ holds, summary }) => log[holds ? 'info' : 'warn']({}, summary))
  return (zone) => ({
    prepare: async (script) => (await established).scriptsFor(zone).prepare(script),
    prepareServer: async (program) => (await established).scriptsFor(zone).prepareServer?.(program),
  })
}

/** Calls of one turn of the event loop become one, at its end. */
function oncePerTurn(call: () => void): () => void {
  let isDue = false
  return () => {
    if (isDue) return
    isDue = true
    setImmediate(() => {
      isDue = false
      call()
    })
  }
}

function events(parts: Parts, stop: (exitCode: number) => void): ConnectionEvents {
  const {
    heartbeats,
    clock,
    connection,
    outbox,
    artifacts,
    lookups,
    credit,
    inFlight,
    state,
    probe,
    samples,
    moves,
  } = parts

  function welcomed(...[{ now, sampling }, askedMs]: Parameters<ConnectionEvents['welcomed']>) {
    state.sampling = sampling
    if (now !== undefined) clock.set(now, askedMs)
    inFlight.forgetHistory()
    artifacts.resend()
    lookups.resend()
    inFlight.resendLogs()
    outbox.resend()
    connection.send({ kind: 'credit', total: credit.total() })
    if (state.draining) connection.send({ kind: 'draining' })
  }

  function message(received: WorkMessage) {
    switch (received.kind) {
      case 'run':
        heartbeats.start()
        return inFlight.run(received)
      case 'history':
        return inFlight.history(received)
      case 'committed':
        return outbox.committed(received.root, received.n)
      case 'log-committed':
        return inFlight.logCommitted(received)
      case 'artifact':
        return artifacts.received(received)
      case 'artifact-refused':
        return artifacts.refused(received)
      case 'secret':
      case 'connection':
      case 'connector':
      case 'oauth-token':
      case 'shared-pipeline':
      case 'unanswered':
        return lookups.received(received)
      case 'cancel':
        return inFlight.cancel(received.root)
      case 'probe-connection':
        return void probe(received).then(connection.send)
      case 'sample-wanted':
        return samples.take(received)
      case 'tables-wanted':
        return samples.list(received)
      case 'condition-wanted':
        return samples.check(received)
      case 'sample-cancelled':
        return samples.cancel(received.sample)
      case 'move-wanted':
        return moves.take(received)
      case 'move-confirmed':
        return moves.confirm(received.move)
      case 'move-stopped':
        return moves.stop(received.move)
      case 'dropped':
        return inFlight.drop(received.root)
      case 'stop':
        return stop(received.exitCode)
    }
  }

  function lost() {
    samples.cancelAll()
    moves.stopAll()
    inFlight.dropAll()
    credit.restart()
  }

  return { welcomed, time: clock.refine, message, lost }
}

/** Stops accepting work, drains in-flight executions, drops the rest at the deadline. */
async function drain({ connection, credit, inFlight, moves, state }: Parts, log: Log): Promise<void> {
  state.draining = true
  credit.close()
  moves.stopAll()
  connection.send({ kind: 'draining' })
  log.info({ executions: inFlight.size }, 'Stopping: draining in-flight executions')
  await within(DRAIN_TIMEOUT_MS, inFlight.idle())
  if (inFlight.size > 0)
    log.warn(
      { executions: inFlight.size },
      'Dropping executions that did not finish in time; they will be requeued',
    )
  inFlight.dropAll()
  await within(KILL_TIMEOUT_MS, inFlight.settled())
}
