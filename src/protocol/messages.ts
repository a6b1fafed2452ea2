import Type, { type Static } from 'typebox'
import { WireAssets } from './asset-messages.ts'
import {
  Connection,
  ConnectionWanted,
  Connector,
  ConnectorWanted,
  OAuthToken,
  OAuthTokenWanted,
  Secret,
  SecretWanted,
  SharedPipelineFound,
  SharedPipelineWanted,
  Unanswered,
} from './lookup-messages.ts'
import {
  MoveConfirmed,
  MoveEnded,
  MoveProgressed,
  MoveReady,
  MoveStopped,
  MoveWanted,
} from './move-messages.ts'
import {
  ConditionChecked,
  ConditionWanted,
  ConnectionProbed,
  ProbeConnection,
  SampleCancelled,
  Sampled,
  SampleWanted,
  TablesListed,
  TablesWanted,
} from './request-messages.ts'
import { Instant, Json, message, Nat, oneOf, Uuid, WireVariable } from './shapes.ts'
import { VariableUpdate, WireExecuted, WireOutcome } from './step-outcome.ts'

/**
 * The messages between a runner process and the API over one WebSocket. A frame is a JSON array of messages,
 * so that what happens together travels together. Both ends validate every message they receive.
 *
 * A session: `hello` → `welcome` → (`history`, `run`, `report`, `committed`, `log`, `cancel`, `heartbeat` …)
 * until either end closes. After a broken connection the runner says `hello` with its session and sends again
 * what was not acknowledged; a session whose lease expired is answered with `ended`, and the runner drops all
 * its work.
 */
export const PROTOCOL_VERSION = 14
/** Runners from this version on are told of traces. */
export const TRACES_SINCE_PROTOCOL = 9
/** The first heartbeats of runners from this version on are answered with the time. */
export const TIME_SINCE_PROTOCOL = 12
/** Runners from this version on are told which secret of theirs a secret reference means. */
export const REFERENCES_SINCE_PROTOCOL = 13
/** Runners from this version on are told how much of the log of an execution is kept. */
export const LOG_BYTES_SINCE_PROTOCOL = 14
/**
 * Servers understand runners from this version on: an upgrade begins with the servers. A version is taken for
 * two minor versions of the program after the next one came, and its runners are told nothing that is not
 * part of it.
 */
export const OLDEST_PROTOCOL = 3
/** A session without a heartbeat for this long has lost its lease, unless `welcome` says another time. */
export const LEASE_SECONDS = 15
export const HEARTBEAT_SECONDS = 3
export const MAX_FRAME_BYTES = 8 * 1024 * 1024
/**
 * What either end takes: a message that is larger than a frame should be, too. Beyond that it ends the
 * connection.
 */
export const MAX_MESSAGE_BYTES = 2 * MAX_FRAME_BYTES

const CallValues = {
  scalarVariables: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
  gridVariables: Type.Optional(Type.Record(Type.String(), Type.Array(Type.Array(Type.String())))),
}

// ── runner → API
// ──────────────────────────────────────────────────────────────────────────────────────────────

export const Hello = message('hello', {
  protocol: Nat,
  version: Type.String({ maxLength: 200 }),
  /** Identifies the process in lists: host name and process id. */
  instance: Type.String({ maxLength: 200 }),
  /**
   * Proves which process this is: random, made when the process starts, never logged and never written to
   * disk.
   */
  instanceSecret: Type.Optional(Type.String({ minLength: 32, maxLength: 100 })),
  /** The session to continue after a broken connection. */
  session: Type.Optional(Uuid),
  /** With `session`: how many executions it has received so far, and which of them it still holds. */
  received: Type.Optional(Nat),
  held: Type.Optional(Type.Array(Uuid)),
  capacity: Nat,
})

export const Heartbeat = message('heartbeat', { activeComponents: Nat, activeExecutions: Nat })

/**
 * A heartbeat over a connection of its own, without `hello`: of a runner that is too busy to speak over its
 * session's. Nothing answers it; where the session is over the connection closes.
 */
export const Beat = message('beat', {
  session: Uuid,
  instanceSecret: Type.String({ minLength: 32, maxLength: 100 }),
  activeComponents: Nat,
})

/** How many executions the session is willing to have received in all, counted from its start. */
export const Credit = message('credit', { total: Nat })

const executed = { executed: Type.Optional(WireExecuted) }
/** What it read and wrote, of a step that succeeded; with those whose transaction it committed. */
const assets = { assets: Type.Optional(Type.Array(WireAssets)) }
const ended = { at: Instant, outcome: WireOutcome, ...executed, ...assets }

/** A step started. `n` counts the reports of one root execution, children included, from 1 without gaps. */
export const StepStarted = message('step-started', {
  root: Uuid,
  n: Nat,
  execution: Uuid,
  /** Position of the step in the execution, from 0 without gaps, in the order of starting. */
  seq: Nat,
  key: Type.String(),
  name: Type.String(),
  type: Type.String(),
  attempt: Nat,
  iteration: Type.Optional(Nat),
  at: Instant,
  /** The step runs another pipeline: the execution that its steps belong to is created with it. */
  child: Type.Optional(
    Type.Object({
      execution: Uuid,
      pipelineName: Type.String(),
      pipelineType: Type.String(),
      /** Where the pipeline is from, when that is not the artifact of the execution. */
      artifact: Type.Optional(Uuid),
      /** What the step set for this call, secrets masked. */
      ...CallValues,
      /** Those in which the runner found a secret, as they are: stored for the run and never shown. */
      secretValues: Type.Optional(Type.Object(CallValues)),
    }),
  ),
  /** The step ended before this report was sent: there is no `step-finished` for it. */
  ended: Type.Optional(Type.Object(ended)),
})

/** An iterator evaluated its values. They are journaled before its first iteration. */
export const StepExpanded = message('step-expanded', {
  root: Uuid,
  n: Nat,
  execution: Uuid,
  seq: Nat,
  iterations: Type.Array(Type.Array(VariableUpdate)),
  ...executed,
})

export const StepFinished = message('step-finished', {
  root: Uuid,
  n: Nat,
  execution: Uuid,
  seq: Nat,
  ...ended,
})

/** An execution (the root or a child) ended. The root's is the last report of all. */
export const ExecutionFinished = message('execution-finished', {
  root: Uuid,
  n: Nat,
  execution: Uuid,
  at: Instant,
  status: oneOf('SUCCESS', 'FAILED', 'CANCELLED'),
  message: Type.Optional(Type.String()),
})

/** Log lines of one root execution, in order. `first` is the number of the first line, from 0. */
export const LogLines = message('log', {
  root: Uuid,
  first: Nat,
  lines: Type.Array(
    Type.Object({
      at: Instant,
      /** Seq of the step that wrote it and its execution; absent for lines about the run itself. */
      execution: Type.Optional(Uuid),
      seq: Type.Optional(Nat),
      component: Type.Optional(Type.String()),
      text: Type.String(),
    }),
  ),
})

/**
 * Asks for the files of an artifact the runner does not hold yet. Answered by `artifact` or
 * `artifact-refused`.
 */
export const ArtifactWanted = message('artifact-wanted', { artifact: Uuid })

/** The runner is stopping: it accepts nothing new, and exits when its executions have ended. */
export const Draining = message('draining', {})

export const FromRunner = Type.Union([
  Hello,
  Heartbeat,
  Beat,
  Credit,
  StepStarted,
  StepExpanded,
  StepFinished,
  ExecutionFinished,
  LogLines,
  ArtifactWanted,
  SecretWanted,
  ConnectionWanted,
  ConnectorWanted,
  OAuthTokenWanted,
  SharedPipelineWanted,
  ConnectionProbed,
  Sampled,
  TablesListed,
  ConditionChecked,
  MoveProgressed,
  MoveReady,
  MoveEnded,
  Draining,
])
export type FromRunner = Static<typeof FromRunner>
export type Report = Static<
  typeof StepStarted | typeof StepExpanded | typeof StepFinished | typeof ExecutionFinished
>

// ── API → runner
// ──────────────────────────────────────────────────────────────────────────────────────────────

export const Welcome = message('welcome', {
  session: Uuid,
  runner: Uuid,
  runnerName: Type.String(),
  /**
   * true: the session of `hello` is resumed. false: a new one started, and the runner holds nothing any more.
   */
  resumed: Type.Boolean(),
  /** How long the session lives without a heartbeat; LEASE_SECONDS when absent. */
  leaseSeconds: Type.Optional(Type.Integer({ minimum: 1 })),
  /** What time it is. Absent for runners of protocol 3. */
  now: Type.Optional(Instant),
  /** Which executions are recorded as traces; absent where none are. */
  sampling: Type.Optional(Type.Object({ ratio: Type.Number(), parentBased: Type.Boolean() })),
})

/**
 * Answers one of the first heartbeats: what time it is. `welcome` says it too, but often to a runner that is
 * busy starting.
 */
export const Time = message('time', { now: Instant })

/** One step of the journal, for an execution that another session began. */
export const HistoryStep = Type.Object({
  execution: Uuid,
  seq: Nat,
  key: Type.String(),
  name: Type.String(),
  type: Type.String(),
  attempt: Nat,
  iteration: Type.Optional(Nat),
  startedAt: Instant,
  /**
   * With what the step set for the call, as it is, unless it ended or the runner did not tell `secretValues`.
   */
  child: Type.Optional(Type.Object({ execution: Uuid, pipelineName: Type.String(), ...CallValues })),
  iterations: Type.Optional(Type.Array(Type.Array(VariableUpdate))),
  /** Present once the step has finished; `n` of its report gives the order of finishing. */
  finished: Type.Optional(Type.Object({ n: Nat, outcome: WireOutcome, at: Type.Optional(Instant) })),
  /** `n` of the report of its values, for an iterator. */
  expandedN: Type.Optional(Nat),
})
export type HistoryStep = Static<typeof HistoryStep>

/** Type of a `connection` that is a named one of the project: its `definition` says what it is. */
export const NAMED_CONNECTION = 'NAMED'

export const Run = message('run', {
  execution: Uuid,
  project: Uuid,
  environment: Type.String(),
  artifact: Uuid,
  versionName: Type.String(),
  pipelineName: Type.String(),
  /** The trace in which it was started (`traceContextOf`). */
  traceContext: Type.Optional(Type.String()),
  warehouse: Type.String(),
  /** The environment's connection. The runner adds what only it knows: the DuckDB file's folder. */
  connection: Json,
  /** Project variables with their value in this environment (override before default). */
  projectVariables: Type.Array(WireVariable),
  scalarVariables: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
  gridVariables: Type.Record(Type.String(), Type.Array(Type.Array(Type.String()))),
  /** The next report and log line: above 1 and 0 when another session began this execution. */
  nextN: Nat,
  nextLogLine: Nat,
  /** Bytes of its log that are kept, where another session began it. */
  logBytes: Type.Optional(Nat),
  /** The journal, or what is left of it after the parts that came before. */
  history: Type.Array(HistoryStep),
})

/**
 * A part of a journal that is too large for `run`, sent before it. Parts are numbered from 0, and those of
 * one execution are not mixed with those of another; part 0 starts over.
 */
export const History = message('history', { root: Uuid, part: Nat, steps: Type.Array(HistoryStep) })

/** Every report of `root` up to and including `n` is on disk. */
export const Committed = message('committed', { root: Uuid, n: Nat })

/** Log lines of `root` before `line` are on disk. */
export const LogCommitted = message('log-committed', { root: Uuid, line: Nat })

/**
 * The session does not hold the execution any more, or it is over: stop it and report nothing more about it.
 */
export const Dropped = message('dropped', { root: Uuid, reason: Type.String() })

export const Cancel = message('cancel', { root: Uuid })

/** Files of an artifact; large ones come in several messages, the last with `last: true`. */
export const Artifact = message('artifact', {
  artifact: Uuid,
  files: Type.Array(Type.Object({ path: Type.String(), content: Type.String() })),
  last: Type.Boolean(),
})

/** No execution that this session holds runs that artifact. */
export const ArtifactRefused = message('artifact-refused', { artifact: Uuid, reason: Type.String() })

/** Drain and exit; `exitCode` tells the supervisor what to do next. */
export const Stop = message('stop', { reason: Type.String(), exitCode: Nat })

/** The session is over (its lease expired or its runner was deleted): drop everything. */
export const Ended = message('ended', { reason: Type.String() })

export const ToRunner = Type.Union([
  Welcome,
  Time,
  Run,
  History,
  Committed,
  LogCommitted,
  Dropped,
  Cancel,
  Artifact,
  ArtifactRefused,
  Secret,
  Connection,
  Connector,
  OAuthToken,
  SharedPipelineFound,
  Unanswered,
  ProbeConnection,
  SampleWanted,
  TablesWanted,
  ConditionWanted,
  SampleCancelled,
  MoveWanted,
  MoveConfirmed,
  MoveStopped,
  Stop,
  Ended,
])
export type ToRunner = Static<typeof ToRunner>
export type RunMessage = Static<typeof Run>
