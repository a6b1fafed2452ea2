import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { errorText } from '../../../lib/error-text.ts'
import { holdsPassword } from '../../../lib/holds-password.ts'
import { junitXml } from '../../../pipeline/tests/junit.ts'
import type { PipelineTest } from '../../../pipeline/tests/model.ts'
import type { TestResult } from '../../../pipeline/tests/result.ts'
import type { TestSettings } from '../../../runner/tests/engine.ts'
import type { ScratchPlace } from '../../../runner/tests/postgres-scratch.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf, positive, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { exitCodes, mistypedIsNotChecked, notChecked, prefixOf } from '../validate/sources.ts'
import { annotations } from './annotations.ts'
import { type DatabaseOptions, openDatabases, testKinds } from './databases.ts'
import { type RemoteOptions, runRemote, type TestOutcome } from './remote.ts'
import { resultLines, totalsText } from './result-text.ts'
import { openRunFolder } from './run-folder.ts'
import { scriptSettings } from './script-settings.ts'
import { type Selection, selectTests } from './select.ts'
import { readSharedSets } from './shared-sets.ts'

interface TestOptions extends CommonOptions, DatabaseOptions, RemoteOptions {
  readonly scratch?: ScratchPlace | undefined
  readonly list?: boolean | undefined
  readonly junit?: string | undefined
  readonly annotations?: boolean | undefined
  readonly jobs?: number | undefined
  readonly network?: boolean | undefined
  readonly verbose?: boolean | undefined
  readonly shared?: readonly string[] | undefined
}

/** Adds `headrace test`. */
export function addTest(program: Command, terminal: Terminal): void {
  const command = withJson(program.command('test'))
    .argument('[dir]', 'folder with the pipelines, the top of the repository', '.')
    .summary('Runs the tests of a folder of pipelines')
    .description(
      'Runs the tests of a folder (files that end in .test.yaml), each in a database of its own that is dropped afterwards; no ' +
        'server is needed. Exits with 0 if all pass, with 1 if one fails, with 2 if nothing could be tested, and with 130 when it is ' +
        'interrupted. Pipelines reach only the addresses that a test declares. With --project the runner of an environment ' +
        'runs the tests of a published version, of a branch or of your draft.',
    )
    .option(
      '--filter <name>',
      'only tests with this in their name, or that match a pattern with *; with --project the whole name; may be repeated',
      collect,
    )
    .option('--list', 'print the names of the tests instead')
    .option('--junit <file>', 'also write the results as JUnit XML to this file')
    .option(
      '--annotations',
      'also print what failed as annotations of a GitHub workflow; there it is the default',
    )
    .option('--warehouse <kind>', 'DUCKDB (default) or POSTGRES', oneOf(testKinds))
    .option(
      '--database-url <url>',
      'PostgreSQL server for scratch databases; also HEADRACE_TEST_DATABASE_URL, use that for a URL with a password',
    )
    .addOption(
      new Option('--scratch <place>', 'what each test gets on PostgreSQL')
        .choices(['database', 'schema'])
        .default('database'),
    )
    .option('--jobs <number>', 'tests at once', positive)
    .option(
      '--shared <set=folder>',
      'folder with the shared pipelines of a set, whatever version a pipeline states; may be repeated',
      collect,
    )
    .option('--network', 'let pipelines reach other addresses too')
    .option('--verbose', 'print what the pipelines logged')
  withServer(mistypedIsNotChecked(command))
    .addHelpText(
      'after',
      examples([
        'headrace test',
        'headrace test flows --filter "daily/*" --verbose',
        'headrace test . --warehouse POSTGRES --junit tests.xml',
        'headrace test . --shared etl-core=../library',
        'headrace test --project Demo --environment Development --ref main',
      ]),
    )
    .action((dir: string, options: TestOptions) =>
      perform(terminal, options, (context) => test(context, dir, options)),
    )
}

/** Options of tests that a server runs. */
const withServer = (command: Command): Command =>
  command
    .option('-p, --project <project>', 'run the tests of this project on its server (id or name)')
    .option('-e, --environment <name>', 'with --project: environment whose runner and database they run on')
    .option('--version <name>', 'with --project: version to test; the latest published one by default')
    .option('--ref <ref>', 'with --project: branch, tag or commit to test, where the environment allows it')
    .option('--draft <branch>', 'with --project: test your draft of this branch')
    .option(
      '--pipeline <name>',
      'with --project: only tests that run this pipeline; may be repeated',
      collect,
    )
    .option('--runner <runner>', "with --project: id or name of the runner; the environment's own by default")

type Flags = Partial<Record<keyof TestOptions, string>>
/** What has no meaning with --project, and what has none without. */
const localOnly: Flags = {
  list: '--list',
  warehouse: '--warehouse',
  databaseUrl: '--database-url',
  jobs: '--jobs',
  shared: '--shared',
  network: '--network',
  verbose: '--verbose',
}
const remoteOnly: Flags = {
  environment: '--environment',
  version: '--version',
  ref: '--ref',
  draft: '--draft',
  pipeline: '--pipeline',
  runner: '--runner',
}

/** Throws Failure for a password that every user of the machine could read. */
function refusePassword({ databaseUrl }: TestOptions): void {
  if (databaseUrl === undefined || !holdsPassword(databaseUrl)) return
  throw new Failure(
    '--database-url must not hold a password: all users of this machine can read arguments.',
    {
      hint: 'Set HEADRACE_TEST_DATABASE_URL instead.',
      exitCode: exitCodes.notChecked,
    },
  )
}

/** Throws Failure for options that would be ignored. */
function refuseIgnored(options: TestOptions): void {
  const isRemote = options.project !== undefined
  const ignored = Object.entries(isRemote ? localOnly : remoteOnly)
    .filter(([name]) => options[name as keyof TestOptions] !== undefined)
    .map(([, flag]) => flag)
  if (ignored.length === 0) return
  const message = `${ignored.join(', ')} cannot be used ${isRemote ? 'with' : 'without'} --project.`
  throw new Failure(message, { exitCode: exitCodes.notChecked })
}

async function test(context: Context, dir: string, options: TestOptions): Promise<void> {
  refuseIgnored(options)
  refusePassword(options)
  const folder = resolve(context.terminal.cwd, dir)
  if (options.project !== undefined)
    return carriedOut(context, folder, options, (interrupted) =>
      runRemote(context, options, printing(context, options), interrupted),
    )
  const selection = await notChecked(() => selectTests(folder, dir, options.filter ?? []))
  if (options.list === true) return list(context, selection)
  await carriedOut(context, folder, options, (interrupted) =>
    runAll(context, folder, selection, options, interrupted),
  )
}

/** Runs tests, and reports them when they have ended or were interrupted. */
async function carriedOut(
  context: Context,
  folder: string,
  options: TestOptions,
  run: (interrupted: AbortSignal) => Promise<TestOutcome>,
): Promise<void> {
  const startedAt = performance.now()
  const interrupted = new AbortController()
  const restore = context.terminal.onInterrupt(() => interrupted.abort(), ['SIGINT', 'SIGTERM'])
  try {
    const outcome = await notChecked(() => run(interrupted.signal))
    report(context, folder, options, outcome, performance.now() - startedAt)
    if (interrupted.signal.aborted) context.terminal.setExitCode(INTERRUPTED)
  } finally {
    restore()
  }
}

const INTERRUPTED = 130

/** All tests of a folder are of the same project. */
const PROJECT = '00000000-0000-7000-8000-000000000000'

function list(context: Context, { tests, broken }: Selection): void {
  const runs = ({ subject }: PipelineTest) =>
    subject.kind === 'run' ? subject.reference : '(a flow of its own)'
  const rows = [
    ...tests.map((one) => ({
      name: one.name,
      file: one.file,
      runs: runs(one),
      description: one.description,
    })),
    ...broken.map(({ name, file }) => ({ name, file, runs: '(it cannot be read)', description: '' })),
  ].toSorted((one, other) => (one.file < other.file ? -1 : 1))
  const columns = [
    { title: 'TEST', value: (row: (typeof rows)[number]) => row.name },
    { title: 'RUNS', value: (row: (typeof rows)[number]) => row.runs },
    { title: 'DESCRIPTION', value: (row: (typeof rows)[number]) => row.description },
  ]
  context.printTable(rows, columns, 'No tests.')
}

/** Prints a test that has ended. */
const printing =
  (context: Context, { verbose }: TestOptions) =>
  (result: TestResult) => {
    if (!context.json)
      for (const line of resultLines(result, context.paint, verbose === true)) context.print(line)
  }

/** Runs them, several at once, and prints each as it ends. */
async function runAll(
  context: Context,
  folder: string,
  { tests, broken, files }: Selection,
  options: TestOptions,
  interrupted: AbortSignal,
): Promise<TestOutcome> {
  const print = printing(context, options)
  broken.forEach(print)
  if (tests.length === 0) return { results: broken }
  const { containedWhenNeeded, createTestEngine } = await import('../../../runner/tests/engine.ts')
  const { runTest } = await import('../../../runner/tests/run-test.ts')
  const { folderVersion } = await import('./folder-version.ts')
  const { cwd, env } = context.terminal
  const sets = await readSharedSets(cwd, options.shared ?? [])
  const databaseUrl = options.databaseUrl ?? env['HEADRACE_TEST_DATABASE_URL']
  await using runFolder = await openRunFolder()
  await using databases = await openDatabases({ ...options, databaseUrl }, runFolder)
  const scratchRoot = join(runFolder.path, 'scratch')
  const settings: TestSettings = {
    runFolder: runFolder.path,
    sourceFolder: folder,
    version: folderVersion(PROJECT, files, sets),
    databases,
    network: options.network === true,
    project: PROJECT,
    scriptsFor: containedWhenNeeded({ ...scriptSettings(env), scratchRoot, hidden: [runFolder.path] }),
    scratchRoot,
    warehouses: { allowPrivateAddresses: true },
  }
  await using engine = await createTestEngine(settings)
  const results: TestResult[] = [...broken]
  const open = [...tests]
  const work = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const result = await runTest(engine, next, interrupted)
      results.push(result)
      print(result)
    }
  }
  await Promise.all(Array.from({ length: options.jobs ?? Math.min(4, availableParallelism()) }, work))
  return { results }
}

/** Throws Failure for what failed beside the tests, once they are reported. */
function report(
  context: Context,
  folder: string,
  options: TestOptions,
  { results: given, failure }: TestOutcome,
  tookMs: number,
): void {
  const { cwd, env, setExitCode } = context.terminal
  const results = given.toSorted((one, other) => (one.file < other.file ? -1 : 1))
  if (results.some(({ status }) => status !== 'PASSED')) setExitCode(exitCodes.faults)
  const prefix = prefixOf(cwd, folder)
  if (options.junit !== undefined) writeJunit(resolve(cwd, options.junit), junitXml(results, prefix, failure))
  if (context.json) context.printJson({ durationMs: Math.round(tookMs), tests: results })
  else {
    if (options.annotations ?? env['GITHUB_ACTIONS'] === 'true')
      for (const line of annotations(results, prefix)) context.print(line)
    context.print(totalsText(results, tookMs))
  }
  if (failure === undefined) return
  const isTested = results.some(({ status }) => status === 'PASSED')
  throw new Failure(failure, { exitCode: isTested ? exitCodes.faults : exitCodes.notChecked })
}

function writeJunit(path: string, text: string): void {
  try {
    writeFileSync(path, text)
  } catch (error) {
    const reason = errorText(error)
    throw new Failure(`The JUnit file could not be written: ${reason}.`, { exitCode: exitCodes.notChecked })
  }
}
