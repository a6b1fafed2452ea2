import { writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { errorText } from '../../../lib/error-text.ts'
import { productVersion } from '../../../lib/version.ts'
import type { Fault } from '../../../pipeline/model.ts'
import { pipelineNameOf } from '../../../pipeline/names.ts'
import type { ValidationFacts } from '../../../pipeline/validate.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { Failure, failureWithCode } from '../../terminal/failure.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { readProjectFiles } from '../publish/source-files.ts'
import { projectVariables, type VariableOptions } from '../variables/project-variables.ts'
import { count, faultLines } from './fault-text.ts'
import { sarifLog } from './sarif.ts'

interface ValidateOptions extends CommonOptions, VariableOptions {
  readonly warehouse?: string | undefined
  readonly strict?: boolean | undefined
  readonly allowUnknown?: boolean | undefined
  readonly sarif?: string | undefined
  readonly format?: 'text' | 'json' | 'sarif' | undefined
}

/** Exit codes for programs: the pipelines have violations, or they were not validated. */
const exitCodes = { faults: 1, notChecked: 2 }

/** Adds `headrace validate`. */
export function addValidate(program: Command, terminal: Terminal): void {
  withJson(program.command('validate').argument('<dir>', 'folder with the pipelines'))
    .summary('validate a folder of pipelines')
    .description(
      'Validates all pipelines of a folder, without a server unless --project is given. Exits with 0 if they can run, with 1 if there are ' +
        'errors (with --strict also warnings), and with 2 if they could not be validated.',
    )
    .option('--warehouse <kind>', 'validate for this warehouse, e.g. DUCKDB or SNOWFLAKE')
    .option('--strict', 'treat warnings as errors')
    .option('--allow-unknown', 'let components of unknown types pass with a warning')
    .addOption(
      new Option('--variables <file>', 'variables of the project, as `vars export` writes them').conflicts(
        'project',
      ),
    )
    .option('-p, --project <project>', 'read the variables of this project from the server')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif']))
    .option('--sarif <file>', 'also write SARIF 2.1.0 to this file')
    .addHelpText(
      'after',
      examples([
        'headrace validate demo/pipelines',
        'headrace validate . --json',
        'headrace validate . --strict --sarif headrace.sarif',
        'headrace validate . --strict --variables variables.yaml',
        'headrace validate . --strict --project Demo',
      ]),
    )
    .action((dir: string, options: ValidateOptions) =>
      perform(terminal, options, (context) => validate(context, dir, options)),
    )
}

async function validate(context: Context, dir: string, options: ValidateOptions): Promise<void> {
  const { cwd, setExitCode } = context.terminal
  const folder = resolve(cwd, dir)
  const variables = await notChecked(() => projectVariables(context, options))
  const facts = {
    warehouse: options.warehouse?.toUpperCase(),
    projectVariables: variables && new Map(variables.map((one) => [one.name, one])),
  }
  const { faults: found, pipelines } = await check(folder, dir, facts)
  const faults = options.allowUnknown === true ? found : found.map(unknownTypeAsError)
  const errors = faults.filter((fault) => fault.severity === 'error').length
  if (errors > 0 || (options.strict === true && faults.length > 0)) setExitCode(exitCodes.faults)

  const sarif = () => sarifLog(faults, productVersion, prefixOf(cwd, folder))
  if (options.sarif !== undefined) writeSarif(resolve(cwd, options.sarif), sarif())
  if (options.format === 'sarif') return context.printJson(sarif())
  if (context.json || options.format === 'json') return context.printJson(faults)
  for (const fault of faults) for (const line of faultLines(fault, context.paint)) context.print(line)
  const warnings = faults.length - errors
  context.print(`${count(pipelines, 'pipeline')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`)
}

async function check(folder: string, dir: string, facts: ValidationFacts) {
  const { files, left } = await notChecked(() => readProjectFiles(folder))
  const isPipeline = (path: string) => pipelineNameOf(path) !== undefined
  const unreadable = left.filter(isPipeline)
  const pipelines = files.filter((file) => isPipeline(file.path)).length + unreadable.length
  if (pipelines === 0)
    throw new Failure(`No pipelines in ${dir}.`, {
      hint: 'Pipelines are files that end in .orch.yaml or .tran.yaml.',
      exitCode: exitCodes.notChecked,
    })
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { validateProject } = await import('../../../pipeline/validate.ts')
  const { componentCatalog } = await import('../../../components/catalog.ts')
  const sources = files.map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))
  const found = validateProject(sources, componentCatalog, facts)
  return { faults: [...unreadable.map(noText), ...found], pipelines }
}

/** What keeps the pipelines from being validated has an exit code of its own. */
async function notChecked<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw failureWithCode(error, exitCodes.notChecked)
  }
}

/** A component of an unknown type fails when it runs; a version with it can be published all the same. */
const unknownTypeAsError = (fault: Fault): Fault =>
  fault.rule === 'unknown-component-type' ? { ...fault, severity: 'error' } : fault

const noText = (file: string): Fault => ({
  severity: 'error',
  file,
  line: 1,
  rule: 'not-text',
  message: 'The file is not UTF-8 text, so it cannot be read as a pipeline',
  hint: 'Save it as UTF-8',
})

/** From where the command runs, usually the top of a repository, to the folder; empty when it lies elsewhere. */
function prefixOf(cwd: string, folder: string): string {
  const path = relative(cwd, folder).replaceAll('\\', '/')
  return path === '' || path.startsWith('..') || path.startsWith('/') ? '' : `${path}/`
}

function writeSarif(path: string, log: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(log, null, 2)}\n`)
  } catch (error) {
    const reason = errorText(error)
    throw new Failure(`The SARIF file could not be written: ${reason}.`, { exitCode: exitCodes.notChecked })
  }
}
