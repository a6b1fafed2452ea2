import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { productVersion } from '../../../lib/version.ts'
import type { Fault } from '../../../pipeline/model.ts'
import type { ValidationFacts } from '../../../pipeline/validate.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { projectVariables, type VariableOptions } from '../variables/project-variables.ts'
import { count, faultLines } from './fault-text.ts'
import { sarifLog } from './sarif.ts'
import { exitCodes, notChecked, prefixOf, readSources, writeSarif } from './sources.ts'

interface ValidateOptions extends CommonOptions, VariableOptions {
  readonly warehouse?: string | undefined
  readonly strict?: boolean | undefined
  readonly allowUnknown?: boolean | undefined
  readonly sarif?: string | undefined
  readonly format?: 'text' | 'json' | 'sarif' | undefined
}

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

  const sarif = () =>
    sarifLog(faults, {
      name: 'headrace validate',
      version: productVersion,
      prefix: prefixOf(cwd, folder),
    })
  if (options.sarif !== undefined) writeSarif(resolve(cwd, options.sarif), sarif())
  if (options.format === 'sarif') return context.printJson(sarif())
  if (context.json || options.format === 'json') return context.printJson(faults)
  for (const fault of faults) for (const line of faultLines(fault, context.paint)) context.print(line)
  const warnings = faults.length - errors
  context.print(`${count(pipelines, 'pipeline')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`)
}

async function check(folder: string, dir: string, facts: ValidationFacts) {
  const { sources, faults, pipelines } = await notChecked(() => readSources(folder, dir))
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { validateProject } = await import('../../../pipeline/validate.ts')
  const { componentCatalog } = await import('../../../components/catalog.ts')
  return { faults: [...faults, ...validateProject(sources, componentCatalog, facts)], pipelines }
}

/** A component of an unknown type fails when it runs; a version with it can be published all the same. */
const unknownTypeAsError = (fault: Fault): Fault =>
  fault.rule === 'unknown-component-type' ? { ...fault, severity: 'error' } : fault
