import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { Fault } from '../../../pipeline/model.ts'
import type { ValidationFacts } from '../../../pipeline/validate.ts'
import { type Context, perform } from '../../terminal/context.ts'
import { examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { warehouses } from '../projects/warehouses.ts'
import { type CheckOptions, factsOf, report, withCheckOptions } from './checking.ts'
import { mistypedIsNotChecked, notChecked, readSources } from './sources.ts'

interface ValidateOptions extends CheckOptions {
  readonly allowUnknown?: boolean | undefined
}

/** Adds `headrace validate`. */
export function addValidate(program: Command, terminal: Terminal): void {
  const command = program
    .command('validate')
    .argument('<dir>', 'folder with the pipelines')
    .summary('Validates a folder of pipelines')
    .description(
      'Validates all pipelines of a folder and their tests, without a server unless --project is given. Exits with 0 if they can run, with 1 if there are ' +
        'errors (with --strict also warnings), and with 2 if they could not be validated.',
    )
    .option('--warehouse <kind>', `validate for this warehouse: ${warehouses.join(', ')}`, oneOf(warehouses))
    .option('--strict', 'treat warnings as errors')
    .option(
      '--allow-unknown',
      'let components that are unknown, or that only other platforms run, pass with a warning',
    )
  withJson(withCheckOptions(mistypedIsNotChecked(command)))
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
  const folder = resolve(context.terminal.cwd, dir)
  const { faults: found, pipelines } = await check(folder, dir, await factsOf(context, options))
  const faults = options.allowUnknown === true ? found : found.map(unknownTypeAsError)
  report(context, options, { command: 'validate', folder, faults, pipelines, json: () => faults })
}

async function check(folder: string, dir: string, facts: ValidationFacts) {
  const { sources, faults, pipelines } = await notChecked(() => readSources(folder, dir))
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { validateAll } = await import('../../../pipeline/validate.ts')
  const { readTests } = await import('../../../pipeline/tests/validate.ts')
  const { componentCatalog } = await import('../../../components/catalog.ts')
  const validation = validateAll(sources, componentCatalog, facts)
  const tests = readTests(sources, {
    pipelines: validation.files,
    catalog: componentCatalog,
    facts,
    hasFile: (path) => existsSync(join(folder, path)),
  })
  return { faults: [...faults, ...validation.faults, ...tests.faults], pipelines }
}

/**
 * A component that cannot run here fails when its turn comes; a version with it can be published all the
 * same.
 */
const unknownTypeAsError = (fault: Fault): Fault =>
  ['unknown-component-type', 'component-runs-elsewhere'].includes(fault.rule)
    ? { ...fault, severity: 'error' }
    : fault
