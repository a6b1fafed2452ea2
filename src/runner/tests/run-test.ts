import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { newId } from '../../lib/ids.ts'
import { pipelineReference } from '../../pipeline/names.ts'
import type { PipelineTest } from '../../pipeline/tests/model.ts'
import type { AssertionResult, TestResult } from '../../pipeline/tests/result.ts'
import type { FromRunner, RunMessage } from '../../protocol/messages.ts'
import type { Connection } from '../../warehouses/connection.ts'
import type { Warehouse } from '../../warehouses/warehouse.ts'
import { type RootExecution, startRoot } from '../executions/root-execution.ts'
import { environmentConnection } from '../steps/environment-connection.ts'
import { fileSafe } from '../steps/file-safe.ts'
import { endAssertions, stepAssertions, variableAssertions, webhookAssertions } from './assertions.ts'
import { dataAssertions } from './data-assertions.ts'
import type { TestEngine, TestTools } from './engine.ts'
import { copyFiles, makeTables } from './fixtures.ts'
import { createObserver, type Observation } from './observation.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { shortened } from './rows.ts'
import type { ScratchDatabase } from './scratch.ts'

/** Carries out one test in a database of its own, which is dropped afterwards. Never throws. */
export async function runTest(
  engine: TestEngine,
  test: PipelineTest,
  cancelled: AbortSignal,
): Promise<TestResult> {
  const startedAt = performance.now()
  const observer = createObserver(pipelineOf(test))
  const outcome = cancelled.aborted
    ? { message: undefined, assertions: [] }
    : await carriedOut(engine, test, observer, cancelled)
  const passed = outcome.message === undefined && outcome.assertions.every((one) => one.passed)
  return {
    name: test.name,
    file: test.file,
    status: cancelled.aborted ? 'CANCELLED' : passed ? 'PASSED' : 'FAILED',
    durationMs: Math.round(performance.now() - startedAt),
    log: observer.log,
    ...outcome,
  }
}

/** What the root execution is called, as steps of it are expected. */
const pipelineOf = ({ subject }: PipelineTest): string =>
  subject.kind === 'run' ? pipelineReference(subject.reference) : subject.pipeline.name

type Outcome = Pick<TestResult, 'message' | 'assertions'>
type Observer = ReturnType<typeof createObserver>

async function carriedOut(
  engine: TestEngine,
  test: PipelineTest,
  observer: Observer,
  cancelled: AbortSignal,
): Promise<Outcome> {
  const timeout = AbortSignal.timeout(test.timeoutSeconds * 1_000)
  const signal = AbortSignal.any([cancelled, timeout])
  const dataDir = join(engine.settings.runFolder, newId())
  let database: ScratchDatabase | undefined
  try {
    await mkdir(dataDir, { recursive: true })
    database = await engine.settings.databases.create()
    await using receiver = disposable(await startReceiver(test.webhooks, engine.settings.network))
    const outcome = await inDatabase({ engine, test, observer, signal, dataDir, database, receiver })
    return timeout.aborted ? { ...outcome, message: tooLong(test) } : outcome
  } catch (error) {
    const message = timeout.aborted ? tooLong(test) : cancelled.aborted ? 'Cancelled' : errorText(error)
    return { message, assertions: [] }
  } finally {
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
  }
}

const tooLong = ({ timeoutSeconds }: PipelineTest) =>
  `The test took longer than ${timeoutSeconds} s: raise timeoutSeconds, or find out what it waits for`

const disposable = (receiver: Receiver): Receiver & AsyncDisposable =>
  Object.assign(receiver, { [Symbol.asyncDispose]: receiver.close })

interface Running {
  readonly engine: TestEngine
  readonly test: PipelineTest
  readonly observer: Observer
  readonly signal: AbortSignal
  readonly dataDir: string
  readonly database: ScratchDatabase
  readonly receiver: Receiver
}

async function inDatabase(running: Running): Promise<Outcome> {
  const { engine, test, observer, signal, dataDir, receiver } = running
  let root: RootExecution | undefined
  const send = (message: FromRunner) => {
    if (message.kind !== 'log') return
    observer.logged(message)
    // Not before the line is counted as sent.
    queueMicrotask(() => root?.runLog.committed(message.first + message.lines.length))
  }
  const database = connectionOf(running)
  await using own = await engine.toolsFor(test, { dataDir, database, receiver, observer, send })
  const run = runMessage(running, filesFolderOf(running))
  const warehouse = await open(running, database, run, own)
  await copyFiles(test, engine.settings.sourceFolder, filesFolderOf(running))
  await makeTables(warehouse, test, engine.settings.sourceFolder, { signal })
  signal.throwIfAborted()
  root = startRoot(own.tools, run)
  signal.addEventListener('abort', root.cancel, { once: true })
  const result = await root.ended
  await root.done
  signal.throwIfAborted()
  const { expected } = test
  const seen = observer.observed(run.execution, result?.variables)
  const assertions = [
    ...endAssertions(expected, seen),
    ...stepAssertions(expected.steps, seen),
    ...variableAssertions(expected.variables, seen.variables),
    ...(await dataAssertions(expected, warehouse, signal)),
    ...webhookAssertions(expected, receiver.requests),
  ]
  return { message: unexpectedEnd(assertions, seen), assertions }
}

/** A run that was to fail, and did for another reason than the test meant: nothing else would say which. */
function unexpectedEnd(assertions: readonly AssertionResult[], run: Observation): string | undefined {
  const [end] = assertions
  if (run.status !== 'FAILED' || end?.passed === false || assertions.every(({ passed }) => passed))
    return undefined
  return shortened(`The run ended as FAILED, as expected: ${run.message}`)
}

/** An engine in this process reads the files of the test, and spills into its folder. */
function connectionOf(running: Running): Connection | undefined {
  const { dataDir, database } = running
  const { connection } = database
  if (connection?.type !== 'LAKE') return connection
  return { ...connection, folders: [filesFolderOf(running)], scratch: join(dataDir, 'scratch') }
}

/** The database of the test as its steps see it. */
async function open(
  { dataDir, signal }: Running,
  database: Connection | undefined,
  run: RunMessage,
  own: TestTools,
): Promise<Warehouse> {
  const { project, environment } = run
  const filesFolder = join(own.tools.filesRoot, project, fileSafe(environment))
  const location = { dataDir, filesFolder, project, environment }
  const reading = { signal, mask: () => undefined }
  const file = () => environmentConnection(run.connection, location, own.secrets, reading)
  return own.warehouses.open(database ?? (await file()))
}

const filesFolderOf = ({ dataDir, test, engine }: Running): string =>
  join(dataDir, 'files', engine.settings.project, fileSafe(test.environment))

function runMessage({ engine, test, database }: Running, filesFolder: string): RunMessage {
  const { subject, nowMs } = test
  const { project } = engine.settings
  const values = subject.kind === 'run' ? subject.values : { scalars: {}, grids: {} }
  const inPlace = <V>(value: V) =>
    typeof value === 'string' ? (value.replaceAll(FILES, () => filesFolder) as V) : value
  const each = <V>(all: Readonly<Record<string, V>>): Record<string, V> =>
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, inPlace(value)]))
  return {
    kind: 'run',
    execution: newId(nowMs),
    project,
    environment: test.environment,
    artifact: engine.settings.version.artifact,
    versionName: 'test',
    pipelineName: subject.kind === 'run' ? subject.reference : subject.pipeline.name,
    warehouse: database.kind,
    connection: { type: 'DUCKDB' },
    projectVariables: test.projectVariables.map((one) => ({
      ...one,
      value: inPlace(one.value),
    })) as RunMessage['projectVariables'],
    scalarVariables: each(values.scalars),
    gridVariables: values.grids as RunMessage['gridVariables'],
    nextN: 1,
    nextLogLine: 0,
    history: [],
  }
}

/** In values of variables: the folder of the test's files. */
const FILES = '${files}'
