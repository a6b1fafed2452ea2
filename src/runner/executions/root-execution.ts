import { join } from 'node:path'
import { createScriptServers } from '../../components/common/contained/script-servers.ts'
import { errorText } from '../../lib/error-text.ts'
import { createMasking } from '../../lib/masking.ts'
import { type Sampling, stepHeaders, traceOf } from '../../lib/trace-context.ts'
import { within } from '../../lib/wait.ts'
import { createExecutionBudget } from '../../pipeline/expressions/expressions.ts'
import type { FlowResult } from '../../pipeline/flow-events.ts'
import { TESTS_PIPELINE } from '../../pipeline/tests/tests-flow.ts'
import { givenValues, noValues, startVariables } from '../../pipeline/variables.ts'
import type { FromRunner, RunMessage } from '../../protocol/messages.ts'
import type { Connection } from '../../warehouses/connection.ts'
import type { Warehouses } from '../../warehouses/open.ts'
import { createExecutionClock, type ExecutionClock, type RunnerClock } from '../clock.ts'
import type { Outbox } from '../connection/outbox.ts'
import { historyByExecution, instantsOf } from '../journal/history.ts'
import { createRunLog, type RunLog } from '../journal/logs.ts'
import { createRecorder } from '../journal/recorder.ts'
import { createReportWriter, type ReportWriter } from '../journal/report-writer.ts'
import type { OpenTests, PipelineRun, RunContext, RunnerTools, TestsOfExecution } from '../run-context.ts'
import { environmentConnection } from '../steps/environment-connection.ts'
import { createExecutedBudget } from '../steps/executed.ts'
import { fileSafe } from '../steps/file-safe.ts'
import { secretsOfZone } from '../steps/secrets-of-zone.ts'
import { createDatabasePlace } from '../steps/step-assets.ts'
import { createSharedTransaction } from '../steps/transaction.ts'
import { ArtifactRefusedError, type Artifacts, type PipelineSet } from './artifacts.ts'
import { findPipeline } from './child-call.ts'
import { driveExecution } from './drive-flow.ts'

/** What root executions need beyond what their steps do. */
export interface RootTools extends RunnerTools {
  readonly artifacts: Artifacts
  readonly outbox: Outbox
  readonly warehouses: Warehouses
  readonly dataDir: string
  /** Log of one execution that is kept. */
  readonly maxLogBytes: number | undefined
  /** Which of the runner's own secrets which project may use (HEADRACE_GRANT_SECRETS). */
  readonly grantSecrets: string | undefined
  readonly send: (message: FromRunner) => void
  readonly runnerClock: RunnerClock
  /** Which executions are recorded as traces; absent, or undefined: none. */
  readonly sampling?: () => Sampling | undefined
  /** Absent where an execution is itself part of a test. */
  readonly openTests?: OpenTests | undefined
  /** That of a test, in place of the one of the execution; absent: none. */
  readonly database?: Connection | undefined
}

/** A root execution in flight. */
export interface RootExecution {
  readonly runLog: RunLog
  /** Resolves when it has ended and its last report is written: how it did, unless it could not begin. */
  readonly ended: Promise<FlowResult | undefined>
  /** Resolves when its last report is committed, or nothing of it may be reported any more. */
  readonly done: Promise<void>
  /** Ends it as CANCELLED, and reports so. */
  cancel(): void
  /** Stops it without a further report: it belongs to another session, or has ended. */
  drop(): void
}

/** How long an ended execution waits for log lines that are not committed yet. */
const LOG_GRACE_MS = 10_000

/** Starts an execution, or resumes the one whose journal `run` carries. */
export function startRoot(tools: RootTools, run: RunMessage): RootExecution {
  const abort = new AbortController()
  let dropped = false
  const root = run.execution
  const clock = createExecutionClock(tools.runnerClock, instantsOf(run.history))
  const runLog = createRunLog({
    root,
    clock,
    first: run.nextLogLine,
    keptBytes: run.logBytes ?? 0,
    send: tools.send,
    ...(tools.maxLogBytes !== undefined && { limits: { totalBytes: tools.maxLogBytes } }),
  })
  const reports = createReportWriter(root, run.nextN, tools.outbox, () => dropped)

  function drop() {
    dropped = true
    abort.abort()
    tools.outbox.drop(root)
    runLog.drop()
  }

  const ended = runRoot(tools, run, { signal: abort.signal, clock, reports, runLog })
  const done = ended.then(async () => {
    await reports.committed()
    const lines = runLog.whenCommitted()
    if (lines !== undefined) await within(LOG_GRACE_MS, lines)
    runLog.drop()
  })
  return { runLog, ended, done, cancel: () => abort.abort(), drop }
}

interface RootParts {
  readonly signal: AbortSignal
  readonly clock: ExecutionClock
  readonly reports: ReportWriter
  readonly runLog: RunLog
}

/** Never throws: an execution that cannot start ends as FAILED. */
async function runRoot(tools: RootTools, run: RunMessage, parts: RootParts): Promise<FlowResult | undefined> {
  const end = (status: 'FAILED' | 'CANCELLED', message?: string): undefined => {
    const recording = { ...parts, historyOf: historyByExecution(run.history), masking: createMasking() }
    createRecorder(recording, run.execution).end({ status, message })
  }
  await tools.turns.enter()
  try {
    const set = tools.artifacts.get(run.artifact)
    const pipelines = set instanceof Promise ? await unlessAborted(set, parts.signal) : set
    if (pipelines === undefined) return end('CANCELLED')
    const context = createRunContext(tools, run, parts, pipelines)
    if (run.pipelineName === TESTS_PIPELINE && tools.openTests !== undefined) {
      const opened = await tools.openTests(context, run)
      if ('failed' in opened) return end(parts.signal.aborted ? 'CANCELLED' : 'FAILED', opened.failed)
      await using tests = opened
      return await driveTests(context, run, tests)
    }
    const begun = pipelineRun(context, run)
    if ('failed' in begun) return end('FAILED', begun.failed)
    return await driveExecution(context, begun).finally(() => context.scriptServers.close())
  } catch (error) {
    tools.log.error({ err: error, root: run.execution }, 'An execution could not start')
    const isRefused = error instanceof ArtifactRefusedError
    return end('FAILED', isRefused ? error.message : `Internal error: ${errorText(error)}`)
  }
}

const driveTests = (
  context: RunContext,
  { execution }: RunMessage,
  { pipeline, runTest }: TestsOfExecution,
): Promise<FlowResult> =>
  driveExecution(
    { ...context, runTest },
    { execution, pipeline, variables: new Map(), projectValues: noValues, calls: [] },
  )

function pipelineRun(context: RunContext, run: RunMessage): PipelineRun | { readonly failed: string } {
  const found = findPipeline(context, run.pipelineName)
  if ('failed' in found) return found
  const { pipeline } = found
  const { caller, projectValues } = givenValues(pipeline, {
    scalars: run.scalarVariables,
    grids: run.gridVariables,
  })
  const { variables, faults } = startVariables(pipeline, context.projectVariables, caller)
  if (faults.length > 0) return { failed: faults.join('; ') }
  return { execution: run.execution, pipeline, variables, projectValues, calls: [] }
}

function createRunContext(
  tools: RootTools,
  run: RunMessage,
  parts: RootParts,
  pipelines: PipelineSet,
): RunContext {
  const { dataDir, lookups } = tools
  const { project, environment } = run
  const filesFolder = join(tools.filesRoot, project, fileSafe(environment))
  const lookUp = (name: string, signal: AbortSignal) => lookups.secret(run.execution, name, signal)
  const secrets = secretsOfZone({ ...tools, lookUp }, { project, environment })
  const trace = traceOf(run.execution, run.traceContext)
  const masking = createMasking()
  const scripts = tools.scriptsFor({ project, environment, filesFolder })
  const location = { dataDir, filesFolder, project, environment }

  const databaseConnection = async () =>
    tools.database ??
    environmentConnection(run.connection, location, secrets, { signal: parts.signal, mask: masking.add })

  const openWarehouse = async () => tools.warehouses.open(await databaseConnection())
  const transaction = createSharedTransaction(openWarehouse, run.history, { signal: parts.signal })

  return {
    ...tools,
    ...parts,
    root: run.execution,
    project,
    environment,
    isTest: tools.openTests === undefined,
    databasePlace: createDatabasePlace(databaseConnection, { project, environment }),
    masking,
    artifact: run.artifact,
    pipelines,
    pipelinesOf: tools.artifacts.get,
    warehouse: () => transaction.warehouse('run-transformation', true),
    transaction,
    databaseConnection,
    secrets,
    filesFolder,
    scripts,
    scriptServers: createScriptServers(scripts, tools.scratchRoot),
    warehouseKind: run.warehouse,
    stepBudget: createExecutionBudget(tools.budgetLimits),
    executedBudget: createExecutedBudget(),
    projectVariables: run.projectVariables,
    traceHeaders: (execution, key) => stepHeaders(trace, tools.sampling?.(), execution, key),
    historyOf: historyByExecution(run.history),
    systemVariables: {
      artifact: { versionName: run.versionName },
      environment: { name: run.environment },
      project: { id: run.project },
      rootPipeline: { executionId: run.execution },
    },
  }
}

/** The value, or undefined when `signal` aborts first. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  if (signal.aborted) return Promise.resolve(undefined)
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true })
    promise.then(resolve, reject)
  })
}
