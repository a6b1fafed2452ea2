import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { productVersion } from '../../../lib/version.ts'
import type { Fault } from '../../../pipeline/model.ts'
import type { ValidationFacts } from '../../../pipeline/validate.ts'
import type { CommonOptions, Context } from '../../terminal/context.ts'
import type { Warehouse } from '../projects/warehouses.ts'
import { projectVariables, type VariableOptions } from '../variables/project-variables.ts'
import { count, faultLines } from './fault-text.ts'
import { sarifLog } from './sarif.ts'
import { exitCodes, notChecked, prefixOf, writeSarif } from './sources.ts'

/** What every command that checks a folder of pipelines takes. */
export interface CheckOptions extends CommonOptions, VariableOptions {
  readonly warehouse?: Warehouse | undefined
  readonly strict?: boolean | undefined
  readonly sarif?: string | undefined
  readonly format?: 'text' | 'json' | 'sarif' | undefined
}

/** Adds the options that say where the project's variables are and how the result is written. */
export const withCheckOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--variables <file>', 'variables of the project, as `vars export` writes them').conflicts(
        'project',
      ),
    )
    .option('-p, --project <project>', 'read the variables of this project from the server')
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json', 'sarif']))
    .option('--sarif <file>', 'also write SARIF 2.1.0 to this file')

/** What the options say of the project. Throws when the variables cannot be read. */
export async function factsOf(context: Context, options: CheckOptions): Promise<ValidationFacts> {
  const variables = await notChecked(() => projectVariables(context, options))
  return {
    warehouse: options.warehouse,
    projectVariables: variables && new Map(variables.map((one) => [one.name, one])),
  }
}

interface Checked {
  /** As in `headrace <command>`. */
  readonly command: string
  readonly folder: string
  readonly faults: readonly Fault[]
  readonly pipelines: number
  /** What a rule is about, for SARIF. */
  readonly describe?: (rule: string) => string | undefined
  readonly json: (hasPassed: boolean) => unknown
}

/** Writes what a check found in the format that was asked for, and sets the exit code. */
export function report(context: Context, options: CheckOptions, checked: Checked): void {
  const { cwd, setExitCode } = context.terminal
  const { folder, faults, describe } = checked
  const hasPassed =
    options.strict === true ? faults.length === 0 : faults.every(({ severity }) => severity !== 'error')
  if (!hasPassed) setExitCode(exitCodes.faults)

  const name = `headrace ${checked.command}`
  const sarif = () =>
    sarifLog(faults, {
      name,
      version: productVersion,
      prefix: prefixOf(cwd, folder),
      ...(describe !== undefined && { describe }),
    })
  if (options.sarif !== undefined) writeSarif(resolve(cwd, options.sarif), sarif())
  if (options.format === 'sarif') context.printJson(sarif())
  else if (context.json || options.format === 'json') context.printJson(checked.json(hasPassed))
  else printText(context, faults, checked.pipelines)
}

function printText(context: Context, faults: readonly Fault[], pipelines: number): void {
  const errors = faults.filter(({ severity }) => severity === 'error').length
  for (const fault of faults) for (const line of faultLines(fault, context.paint)) context.print(line)
  const warnings = faults.length - errors
  context.print(`${count(pipelines, 'pipeline')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`)
}
