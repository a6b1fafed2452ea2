import type { Containment } from '../components/common/contained/containment.ts'
import type { ScriptServers } from '../components/common/contained/script-servers.ts'
import type { Scripts } from '../components/common/contained/scripts.ts'
import type { StepContext } from '../components/component.ts'
import type { DatabasePlace } from '../lib/datasets.ts'
import type { Log } from '../lib/log.ts'
import type { Masking } from '../lib/masking.ts'
import type { Post } from '../lib/outgoing-http.ts'
import type { TraceHeaders } from '../lib/trace-context.ts'
import type {
  BudgetLimits,
  ExpressionBudget,
  Expressions,
  SystemVariables,
} from '../pipeline/expressions/expressions.ts'
import type { FlowOptions } from '../pipeline/flow/flow.ts'
import type { Outcome, Visit } from '../pipeline/flow-events.ts'
import type { Pipeline } from '../pipeline/model.ts'
import type { CallerValues, RunVariable } from '../pipeline/variables.ts'
import type { RunMessage } from '../protocol/messages.ts'
import type { WireExecuted } from '../protocol/step-outcome.ts'
import type { Connection } from '../warehouses/connection.ts'
import type { Warehouses } from '../warehouses/open.ts'
import type { Warehouse } from '../warehouses/warehouse.ts'
import type { ExecutionClock } from './clock.ts'
import type { Lookups } from './connection/lookups.ts'
import type { PipelineSet } from './executions/artifacts.ts'
import type { ExecutionHistory } from './journal/history.ts'
import type { RunLog } from './journal/logs.ts'
import type { ReportWriter } from './journal/report-writer.ts'
import type { EventLoopTurns } from './steps/event-loop-turns.ts'
import type { ExecutedBudget } from './steps/executed.ts'
import type { Secrets } from './steps/secrets.ts'
import type { Slots } from './steps/slots.ts'
import type { SharedTransaction } from './steps/transaction.ts'

/** What every execution of this runner shares. */
export interface RunnerTools {
  readonly slots: Slots
  /** Executions enter it when they begin, and yield before each step. */
  readonly turns: EventLoopTurns
  readonly expressions: Expressions
  /** What the expressions of one step, and of one execution, may use. */
  readonly budgetLimits: BudgetLimits
  readonly secrets: Secrets
  readonly lookups: Lookups
  readonly fetch: typeof fetch
  /** Without a look at certificates, where that is allowed. */
  readonly unverifiedFetch: typeof fetch | undefined
  /** For webhooks. */
  readonly post: Post
  readonly connect: StepContext['connect']
  /** Databases that are not the environment's. */
  readonly warehouses: Pick<Warehouses, 'open'>
  readonly flowOptions: Partial<FlowOptions>
  /** Folder below which each environment of a project has a folder of files. */
  readonly filesRoot: string
  readonly scriptsFor: Containment['scriptsFor']
  /** Folder below which steps get scratch folders. */
  readonly scratchRoot: string
  readonly log: Log
}

/** Carries out the test that a step names, and answers how it ended and what the step records. */
type RunTest = (step: {
  readonly execution: string
  readonly seq: number
  readonly visit: Visit
}) => Promise<readonly [Outcome, WireExecuted | undefined]>

/** What a root execution and all its children share. */
export interface RunContext extends RunnerTools {
  readonly root: string
  /** A new budget for the expressions of one step, within that of the execution. */
  readonly stepBudget: () => ExpressionBudget
  /** How much more is kept of what steps were executed with. */
  readonly executedBudget: ExecutedBudget
  /** Aborts on cancel, on loss of the session, and when the execution was dropped. */
  readonly signal: AbortSignal
  readonly clock: ExecutionClock
  readonly reports: ReportWriter
  readonly runLog: RunLog
  readonly masking: Masking
  /** The artifact whose pipelines run: that of the execution, or below a shared pipeline its own. */
  readonly artifact: string
  /** The pipelines of it. */
  readonly pipelines: PipelineSet
  /** The pipelines of another artifact. */
  readonly pipelinesOf: (artifact: string) => Promise<PipelineSet> | PipelineSet
  readonly projectVariables: readonly RunVariable[]
  /** `sysvar` without `thisPipeline` and `thisComponent`. */
  readonly systemVariables: SystemVariables
  readonly warehouseKind: string
  /** The database of the environment, as the steps that share a transaction see it, should one be open. */
  readonly warehouse: () => Promise<Warehouse>
  readonly transaction: SharedTransaction
  /** The environment's database with the values of its secrets. */
  readonly databaseConnection: () => Promise<Connection>
  /**
   * How that database is named in reports of what steps read and write; undefined where it cannot be opened.
   */
  readonly databasePlace: () => Promise<DatabasePlace | undefined>
  readonly project: string
  readonly environment: string
  /** Whether it is part of a test, which writes nowhere that lasts. */
  readonly isTest: boolean
  /** The environment's own folder of files. */
  readonly filesFolder: string
  readonly scripts: Scripts
  readonly scriptServers: ScriptServers
  /** By what a step continues the trace of the execution; undefined when there is none. */
  readonly traceHeaders: (execution: string, key: string) => TraceHeaders | undefined
  readonly historyOf: (execution: string) => ExecutionHistory
  /** Carries out one test, in an execution that runs tests. */
  readonly runTest?: RunTest | undefined
}

/** An execution that runs tests of pipelines: its flow, and what the steps of it do. */
export interface TestsOfExecution extends AsyncDisposable {
  readonly pipeline: Pipeline
  readonly runTest: RunTest
}

/** Opens the tests that an execution is to run, or says why there are none. */
export type OpenTests = (
  context: RunContext,
  run: RunMessage,
) => Promise<TestsOfExecution | { readonly failed: string }>

/** One execution of a pipeline: the root, or a child that a step runs. */
export interface PipelineRun {
  readonly execution: string
  readonly pipeline: Pipeline
  readonly variables: ReadonlyMap<string, RunVariable>
  /** What callers gave for variables of the project. It holds for the pipelines that this one calls, too. */
  readonly projectValues: CallerValues
  /** Names of the components whose calls led to it, one below the other; none for the root. */
  readonly calls: readonly string[]
}
