import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorText } from '../../lib/error-text.ts'
import { isAbandoned, ownFolder } from '../../lib/folder-owner.ts'
import type { PipelineTest } from '../../pipeline/tests/model.ts'
import { brokenTest, type TestResult } from '../../pipeline/tests/result.ts'
import { testsFlow, tooManyTests } from '../../pipeline/tests/tests-flow.ts'
import type { RunMessage } from '../../protocol/messages.ts'
import type { WarehousesOptions } from '../../warehouses/open.ts'
import type { OpenTests, RunContext, TestsOfExecution } from '../run-context.ts'
import { createTestEngine, type TestEngine, type TestedVersion } from './engine.ts'
import { readTest, wantedTests } from './read-test.ts'
import { recordedResult } from './recorded-result.ts'
import { runTest } from './run-test.ts'
import { duckdbScratch, type ScratchDatabases } from './scratch.ts'

type Databases = ScratchDatabases & AsyncDisposable

/**
 * Opens executions that run tests: each test is a step, in a scratch database on the server of the
 * environment (or a DuckDB file of its own), with the runner's scripts and addresses. What the databases and
 * folders of tests hold is dropped with them.
 */
export function createOpenTests(options: WarehousesOptions): OpenTests {
  return async (context, run) => {
    const wanted = await wantedTests(context.pipelines, run.gridVariables, context.turns.yield)
    if (wanted.length === 0) return { failed: 'No test of this version runs one of these pipelines' }
    const excess = tooManyTests(wanted.length)
    if (excess !== undefined) return { failed: excess }
    try {
      return await open(context, run, options, wanted)
    } catch (error) {
      return { failed: `The tests have no database: ${context.masking.mask(errorText(error))}` }
    }
  }
}

async function open(
  context: RunContext,
  run: RunMessage,
  options: WarehousesOptions,
  names: readonly string[],
): Promise<TestsOfExecution> {
  const databases = await databasesFor(context, run, options)
  const runFolder = await openRunFolder(context.scratchRoot)
  const engine = await createTestEngine({
    runFolder,
    sourceFolder: join(runFolder, 'source'),
    version: versionOf(context),
    databases,
    network: false,
    project: run.project,
    scriptsFor: context.scriptsFor,
    scratchRoot: context.scratchRoot,
    warehouses: options,
  })
  return {
    pipeline: testsFlow(names),
    runTest: (step) => testStep(context, engine, step),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]()
      await disposed(context, databases)
      await rm(runFolder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    },
  }
}

/** Makes a folder for a run, and removes those of runs whose process was killed. */
async function openRunFolder(scratchRoot: string): Promise<string> {
  await mkdir(scratchRoot, { recursive: true, mode: 0o700 })
  for (const name of await readdir(scratchRoot))
    if (name.startsWith(RUN_FOLDER)) await removeAbandoned(join(scratchRoot, name)).catch(() => undefined)
  const path = await mkdtemp(join(scratchRoot, RUN_FOLDER))
  await ownFolder(path)
  return path
}

const RUN_FOLDER = 'tests-'

async function removeAbandoned(path: string): Promise<void> {
  if (await isAbandoned(path)) await rm(path, { recursive: true, force: true })
}

/** Never rejects: a later run drops what stays. */
async function disposed({ log }: RunContext, databases: Databases): Promise<void> {
  try {
    await databases[Symbol.asyncDispose]()
  } catch (error) {
    log.warn({ err: error }, 'Could not drop the scratch databases of tests')
  }
}

/** Throws an Error that says why there are none. */
async function databasesFor(
  context: RunContext,
  run: RunMessage,
  options: WarehousesOptions,
): Promise<Databases> {
  const connection = await context.databaseConnection()
  if (connection.type === 'DUCKDB') return { ...duckdbScratch, [Symbol.asyncDispose]: async () => undefined }
  if (connection.type !== 'POSTGRES') {
    const { openSchemaScratch } = await import('./schema-scratch.ts')
    return openSchemaScratch(connection, { ...options, execution: run.execution })
  }
  const { openPostgresScratch } = await import('./postgres-scratch.ts')
  const place = run.scalarVariables['scratch'] === 'SCHEMA' ? 'schema' : 'database'
  // Names that the environment gives to other databases would lead a test out of its own.
  return openPostgresScratch({ ...connection, databases: [] }, place, options)
}

/**
 * The version of the execution. The shared pipelines that its tests run are those that the API names for the
 * execution.
 */
const versionOf = ({ artifact, pipelines, pipelinesOf, lookups, root }: RunContext): TestedVersion => ({
  artifact,
  artifacts: {
    get: async (wanted) => (wanted === artifact ? pipelines : pipelinesOf(wanted)),
    received: () => undefined,
    refused: () => undefined,
    resend: () => undefined,
  },
  sharedPipeline: (wanted, signal) => lookups.sharedPipeline(root, wanted, signal),
})

async function testStep(
  context: RunContext,
  engine: TestEngine,
  { visit, execution, seq }: Parameters<TestsOfExecution['runTest']>[0],
): ReturnType<TestsOfExecution['runTest']> {
  const { name } = visit.component
  const result = await resultOf(context, engine, name)
  for (const line of result.log) {
    if (context.runLog.isFull) break
    const text = context.masking.mask(line)
    context.runLog.write({ at: context.clock.instant(), execution, seq, component: name, text })
    await context.runLog.drained()
  }
  if (result.status === 'CANCELLED') return [{ result: 'CANCELLED' }, undefined]
  return recordedResult(result, context)
}

async function resultOf(context: RunContext, engine: TestEngine, name: string): Promise<TestResult> {
  const read = readTest(context.pipelines, name)
  if ('failed' in read) return read.failed
  try {
    await writeFixtures(context, engine.settings.sourceFolder, read.test)
  } catch (error) {
    const message = `The files of the test could not be written: ${errorText(error)}`
    return { ...brokenTest(read.test.file, []), message }
  }
  return runTest(engine, read.test, context.signal)
}

/** The files that a test takes rows and files from; their paths lead nowhere else (`parse-fixtures.ts`). */
async function writeFixtures(context: RunContext, folder: string, { tables, files }: PipelineTest) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const { path } of [...tables, ...files]) {
    const content = path === undefined ? undefined : context.pipelines.text(path)
    if (path === undefined || content === undefined) continue
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
}
