import type { Command } from 'commander'
import { executionId, findExecution } from '../../../client/lookup.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { follow } from './follow.ts'
import { gridValues, scalarValues } from './start-values.ts'

interface RerunOptions extends CommonOptions {
  readonly fromFailed?: boolean | undefined
  readonly version?: string | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
  readonly unset?: readonly string[] | undefined
  readonly follow?: boolean | undefined
}

/** Adds `headrace rerun`. */
export function addRerun(program: Command, terminal: Terminal): void {
  withJson(program.command('rerun').argument('<id>', 'id of an execution'))
    .summary('Reruns an execution')
    .description(
      'Reruns an execution: the same version with the same values, or those you name; other values are kept. With ' +
        '--from-failed it keeps what succeeded and runs only what failed, was cancelled or never ran, always with the ' +
        'same version and values.',
    )
    .option('--from-failed', 'resume from the failed step instead of the start')
    .option('--version <name>', 'version to run instead')
    .option('--var <name=value>', 'value of a scalar variable instead; may be repeated', collect)
    .option(
      '--grid <name=@file>',
      'rows of a grid variable instead, from a .json or .csv file; may be repeated',
      collect,
    )
    .option(
      '--unset <name>',
      'drop the earlier value of a variable, so that its own value is used; may be repeated',
      collect,
    )
    .option('-f, --follow', 'show the steps as they happen, until the execution ends')
    .addHelpText(
      'after',
      examples([
        'headrace rerun 0195b1c2-…',
        'headrace rerun 0195b1c2-… --from-failed --follow',
        'headrace rerun 0195b1c2-… --version v2 --var month=2025-04',
      ]),
    )
    .action((id: string, options: RerunOptions) =>
      perform(terminal, options, (context) => rerun(context, executionId(id), options)),
    )
}

async function rerun(context: Context, old: string, options: RerunOptions): Promise<void> {
  const client = context.client()
  const { projectId, pipelineName } = await findExecution(client, old)
  const path = { projectId, pipelineExecutionId: old }
  const { version, var: scalars, grid: grids, unset = [] } = options
  const scalarVariables = { ...scalarValues(scalars ?? []), ...dropped(unset) }
  const json = {
    from: options.fromFailed ? ('FAILED_STEP' as const) : ('START' as const),
    versionName: version,
    scalarVariables: (scalars ?? options.unset) && scalarVariables,
    gridVariables: grids && gridValues(grids, context.terminal.cwd),
  }
  const { pipelineExecutionId: id } = await client.post(
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
    { path, json },
  )
  if (options.follow) return follow(context, projectId, id)
  if (context.json) return context.printJson({ pipelineExecutionId: id })
  context.print(`Started ${pipelineName} again: ${id}`)
  context.note(`Follow it: ${context.command('steps', id)}`)
}

/** One member drops a value of either kind: a variable has one name. */
const dropped = (names: readonly string[]): Record<string, null> =>
  Object.fromEntries(names.map((name) => [name, null]))
