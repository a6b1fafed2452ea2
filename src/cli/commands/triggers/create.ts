import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { findProject, findRunner } from '../../../client/lookup.ts'
import { withNameHint } from '../../../client/suggestions.ts'
import { pipelineReference } from '../../../pipeline/names.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { collect, examples, oneOf } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { gridValues, scalarValues } from '../executions/start-values.ts'
import { type ConditionOptions, conditionNames, conditionOf, withCondition } from './condition.ts'

interface CreateOptions extends CommonOptions, ConditionOptions {
  readonly project: string
  readonly pipeline: string
  readonly environment: string
  readonly version?: string | undefined
  readonly runner?: string | undefined
  readonly var?: readonly string[] | undefined
  readonly grid?: readonly string[] | undefined
  readonly setFrom?: readonly string[] | undefined
  readonly overlap?: boolean | undefined
  readonly missed?: (typeof missedPolicies)[number] | undefined
  readonly disabled?: boolean | undefined
  readonly preview?: boolean | undefined
}

const missedPolicies = ['RUN_ALL', 'RUN_ONCE', 'SKIP'] as const

/** Completes `headrace triggers create`. */
export function addTriggerCreate(command: Command, terminal: Terminal): void {
  withCondition(
    command
      .description('Creates a trigger: a published pipeline starts when something happens')
      .requiredOption('--pipeline <name>', 'published pipeline to run')
      .requiredOption('-e, --environment <name>', 'environment to run in'),
  )
    .option('--version <name>', 'version to run; the latest published one by default')
    .option('--runner <runner>', "id or name of the runner; the environment's own by default")
    .option('--var <name=value>', 'value of a scalar variable; may be repeated', collect)
    .option('--grid <name=@file>', 'rows of a grid variable, from a .json or .csv file', collect)
    .option(
      '--set-from <name=path>',
      'variable with a JSON path into what happened; may be repeated',
      collect,
    )
    .option('--no-overlap', 'skip what happens while an execution of the trigger is in flight')
    .option('--missed <policy>', 'after downtime: RUN_ALL (default), RUN_ONCE or SKIP', oneOf(missedPolicies))
    .option('--disabled', 'create it disabled')
    .option('--preview', 'show what the condition finds now, and create nothing')
    .addHelpText(
      'after',
      examples([
        'headrace triggers create Report -p Demo -e Production --pipeline report --after daily-load',
        'headrace triggers create Mart -p Demo -e Production --pipeline mart --after-asset dwh.public.orders --after-asset dwh.public.customers --within 86400',
        'headrace triggers create Orders -p Demo -e Production --pipeline load --files in --pattern ".*[.]csv" --set-from file=$.file.name',
        'headrace triggers create "On order" -p Demo -e Production --pipeline load-order --on-event --set-from id=$.order.id',
      ]),
    )
    .action((name: string, options: CreateOptions) =>
      perform(terminal, options, (context) => createTrigger(context, name, options)),
    )
}

async function createTrigger(context: Context, name: string, options: CreateOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project)
  const condition = await conditionOf(client, options)
  if (condition === undefined) throw new Failure(`What does it wait for? Pass one of ${conditionNames}.`)
  const { environment: environmentName, setFrom, runner } = options
  const path = { projectId: project.id }
  const variablePaths = setFrom && (scalarValues(setFrom) as Record<string, string>)
  if (options.preview) {
    const json = { environmentName, condition, variablePaths }
    const preview = await client.post('/v1/projects/{projectId}/trigger-previews', { path, json })
    if (context.json) context.printJson(preview)
    else {
      context.print(preview.message)
      for (const { facts } of preview.found) context.print(JSON.stringify(facts))
    }
    if (!preview.ok) throw new Failure('The condition could not be checked.')
    return
  }
  const json = {
    name,
    pipelineName: pipelineReference(options.pipeline),
    environmentName,
    condition,
    versionName: options.version,
    runnerId: runner === undefined ? undefined : (await findRunner(client, runner)).agentId,
    scalarVariables: options.var && scalarValues(options.var),
    gridVariables: options.grid && gridValues(options.grid, context.terminal.cwd),
    variablePaths,
    enabled: options.disabled ? false : undefined,
    allowConcurrentExecutions: options.overlap === false ? false : undefined,
    missedRunPolicy: options.missed,
  }
  const created = await withNameHint(client, { projectId: project.id, ...json }, () =>
    client.post('/v1/projects/{projectId}/triggers', { path, json }),
  )
  if (context.json) return context.printJson(created)
  context.print(`Created trigger ${name}: ${created.triggerId}`)
  if (created.signingSecret !== undefined) {
    context.note('The secret that events are signed with; it is not shown again:')
    context.print(created.signingSecret)
  }
}
