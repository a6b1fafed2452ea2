import type { Command } from 'commander'
import { findProject, findRunner } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { follow } from './follow.ts'
import { gridValues, scalarValues } from './start-values.ts'

interface RunOptions extends CommonOptions {
  readonly project: string
  readonly environment: string
  readonly version?: string | undefined
  readonly ref?: string | undefined
  readonly draft?: string | undefined
  readonly from?: string | undefined
  readonly only?: string | undefined
  readonly runner?: string | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
  readonly tag?: string | undefined
  readonly follow?: boolean | undefined
}

/** Adds `headrace run`. */
export function addRun(program: Command, terminal: Terminal): void {
  withJson(program.command('run').argument('<pipeline>', 'name of the pipeline'))
    .summary('Runs a pipeline')
    .description(
      'Runs a pipeline of a published version, of a branch or commit, or of your draft. With --follow it shows the steps as they happen and exits ' +
        'with 0 on SUCCESS and 1 otherwise; Ctrl-C stops following, not the execution.',
    )
    .requiredOption('-p, --project <project>', 'id or name of the project')
    .requiredOption('-e, --environment <name>', 'environment to run in')
    .option('--version <name>', 'version to run; the latest published one by default')
    .option(
      '--ref <ref>',
      'branch, tag or commit to run instead of a version, where the environment allows it',
    )
    .option('--draft <branch>', 'run your draft of this branch instead')
    .option('--from <component>', 'with --ref or --draft: only this component and what follows from it')
    .option('--only <component>', 'with --ref or --draft: only this component')
    .option('--runner <runner>', "id or name of the runner; the environment's own by default")
    .option('--var <name=value>', 'value of a scalar variable; may be repeated', collect)
    .option(
      '--grid <name=@file>',
      'rows of a grid variable, from a .json or .csv file; may be repeated',
      collect,
    )
    .option('--tag <tag>', 'execution tag: only one execution with it runs at a time in an environment')
    .option('-f, --follow', 'show the steps as they happen, until the execution ends')
    .addHelpText(
      'after',
      examples([
        'headrace run daily-load --project Demo --environment Development --follow',
        'headrace run daily-load -p Demo -e Development --ref main',
        'headrace run daily-load -p Demo -e Development --draft main --from "Load orders"',
        'headrace run reports/monthly -p Demo -e Production --var month=2025-03 --grid shops=@shops.csv',
      ]),
    )
    .action((pipeline: string, options: RunOptions) =>
      perform(terminal, options, (context) => run(context, pipeline, options)),
    )
}

async function run(context: Context, pipeline: string, options: RunOptions): Promise<void> {
  const client = context.client()
  const scalarVariables = scalarValues(options.var ?? [])
  const gridVariables = gridValues(options.grid ?? [], context.terminal.cwd)
  const project = await findProject(client, options.project)
  const json = {
    pipelineName: pipelineReference(pipeline),
    environmentName: options.environment,
    versionName: options.version,
    ref: options.ref,
    draft: options.draft,
    fromComponentName: options.from,
    onlyComponentName: options.only,
    agentId: options.runner === undefined ? undefined : (await findRunner(client, options.runner)).agentId,
    executionTag: options.tag,
    scalarVariables: options.var && scalarVariables,
    gridVariables: options.grid && gridVariables,
  }
  const path = { projectId: project.id }
  const { pipelineExecutionId: id } = await withNameHint(client, { ...path, ...json }, () =>
    client.post('/v1/projects/{projectId}/pipeline-executions', { path, json }),
  )
  if (options.follow) return follow(context, project.id, id)
  if (context.json) return context.printJson({ pipelineExecutionId: id })
  context.print(`Started ${json.pipelineName}: ${id}`)
  context.note(`Follow it: ${context.command('steps', id)}`)
}
