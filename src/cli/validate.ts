import { resolve } from 'node:path'
import type { Command } from 'commander'
import { pipelineNameOf } from '../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from './context.ts'
import { Failure } from './failure.ts'
import { count, faultLines } from './fault-text.ts'
import { examples, withJson } from './options.ts'
import { readProjectFiles } from './source-files.ts'
import type { Surroundings } from './surroundings.ts'

interface ValidateOptions extends CommonOptions {
  readonly warehouse?: string | undefined
}

/** Adds `headrace validate`. */
export function addValidate(program: Command, surroundings: Surroundings): void {
  withJson(program.command('validate').argument('<dir>', 'folder with the pipelines'))
    .summary('check a folder of pipelines, without a server')
    .description(
      'Checks all pipelines of a folder, without a server. The exit code is 1 when there are errors.',
    )
    .option('--warehouse <kind>', 'check for a project on this warehouse, e.g. DUCKDB or SNOWFLAKE')
    .addHelpText('after', examples(['headrace validate demo/pipelines', 'headrace validate . --json']))
    .action((dir: string, options: ValidateOptions) =>
      perform(surroundings, options, (context) => validate(context, dir, options)),
    )
}

async function validate(context: Context, dir: string, { warehouse }: ValidateOptions): Promise<void> {
  const { files } = readProjectFiles(resolve(context.surroundings.cwd, dir))
  const pipelines = files.filter((file) => pipelineNameOf(file.path) !== undefined)
  if (pipelines.length === 0)
    throw new Failure(`There is no pipeline in ${dir}.`, {
      hint: 'Pipelines are files that end in .orch.yaml or .tran.yaml.',
    })
  // Loaded when it is needed: the other commands start faster without the pipeline language.
  const { validateProject } = await import('../pipeline/validate.ts')
  const { componentCatalog } = await import('../components/catalog.ts')
  const sources = files.map(({ path, bytes }) => ({ path, text: bytes.toString('utf8') }))
  const faults = validateProject(sources, componentCatalog, { warehouse: warehouse?.toUpperCase() })
  const errors = faults.filter((fault) => fault.severity === 'error').length
  if (errors > 0) context.surroundings.setExitCode(1)
  if (context.json) return context.printJson(faults)
  for (const fault of faults) for (const line of faultLines(fault, context.paint)) context.print(line)
  const warnings = faults.length - errors
  context.print(
    `${count(pipelines.length, 'pipeline')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}.`,
  )
}
