import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { executionId, findProject } from '../../../client/lookup.ts'
import { confirm } from '../../terminal/confirm.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, oneOf, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'

interface CancelOptions extends CommonOptions {
  readonly force?: boolean | undefined
  readonly project?: string | undefined
  readonly pipeline?: string | undefined
  readonly environment?: string | undefined
  readonly status?: 'QUEUED' | 'RUNNING' | undefined
  readonly yes?: boolean | undefined
}

/** Adds `headrace cancel`. */
export function addCancel(program: Command, terminal: Terminal): void {
  withJson(program.command('cancel').argument('[id]', 'id of an execution'))
    .summary('Cancels executions')
    .description('Cancels an execution, or all that match: running ones are stopped, queued ones never start')
    .option('--force', 'cancel even if the runner does not respond')
    .option(
      '-p, --project <project>',
      'instead of an id: all executions of this project that have not ended (id or name)',
    )
    .option('--pipeline <name>', 'only executions of pipelines with this part in their name')
    .option('-e, --environment <name>', 'only executions in this environment')
    .option(
      '--status <status>',
      'only executions with this status: QUEUED or RUNNING',
      oneOf(['QUEUED', 'RUNNING']),
    )
    .option('-y, --yes', 'do not ask for confirmation')
    .addHelpText(
      'after',
      examples([
        'headrace cancel 0195b1c2-…',
        'headrace cancel 0195b1c2-… --force',
        'headrace cancel --project Demo --status QUEUED',
      ]),
    )
    .action((id: string | undefined, options: CancelOptions) =>
      perform(terminal, options, (context) => {
        if ((id === undefined) === (options.project === undefined))
          throw new Failure('Pass the id of an execution, or --project to cancel all that match.')
        const { pipeline, environment, status } = options
        if (id !== undefined && (pipeline ?? environment ?? status) !== undefined)
          throw new Failure(
            '--pipeline, --environment and --status are for --project, not for one execution.',
          )
        return id === undefined ? cancelMany(context, options) : cancel(context, executionId(id), options)
      }),
    )
}

async function cancelMany(context: Context, options: CancelOptions): Promise<void> {
  const client = context.client()
  const project = await findProject(client, options.project!)
  await confirm(context, `Cancel all matching executions of ${project.name}?`, options.yes)
  const json = {
    pipelineName: options.pipeline,
    environmentName: options.environment,
    status: options.status,
    forceUpdate: options.force,
  }
  const path = { projectId: project.id }
  const sum = { cancelled: 0, cancelling: 0 }
  for (let more = true; more; ) {
    const part = await client.post('/v1/projects/{projectId}/pipeline-executions/cancellations', {
      path,
      json,
    })
    sum.cancelled += part.cancelled
    sum.cancelling += part.cancelling
    more = part.more
  }
  if (context.json) context.printJson(sum)
  else context.print(`Cancelled ${sum.cancelled}; ${sum.cancelling} are stopping.`)
}

async function cancel(context: Context, id: string, { force }: CancelOptions): Promise<void> {
  const path = { pipelineExecutionId: id }
  const json = { status: 'CANCELLED', forceUpdate: force } as const
  const execution = await context
    .client()
    .patch('/v1/pipeline-executions/{pipelineExecutionId}', { path, json })
  if (context.json) return context.printJson(execution)
  context.print(
    force
      ? `Cancelled ${id}.`
      : `Cancelling ${id}. \`${context.command('steps', id)}\` shows when it has ended.`,
  )
}
