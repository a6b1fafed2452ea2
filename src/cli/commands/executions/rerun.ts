import type { Command } from 'commander'
import { executionId, findExecution } from '../../api/lookup.ts'
import { type CommonOptions, type Context, perform } from '../../terminal/context.ts'
import { examples, withJson } from '../../terminal/options.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { follow } from './follow.ts'

interface RerunOptions extends CommonOptions {
  readonly fromFailed?: boolean | undefined
  readonly follow?: boolean | undefined
}

/** Adds `headrace rerun`. */
export function addRerun(program: Command, terminal: Terminal): void {
  withJson(program.command('rerun').argument('<id>', 'id of an execution'))
    .summary('rerun an execution')
    .description(
      'Reruns an execution: the same version with the same values. With --from-failed it keeps what succeeded ' +
        'and runs only what failed, was cancelled or never ran.',
    )
    .option('--from-failed', 'resume from the failed step instead of the start')
    .option('-f, --follow', 'show the steps as they happen, until the execution ends')
    .addHelpText(
      'after',
      examples(['headrace rerun 0195b1c2-…', 'headrace rerun 0195b1c2-… --from-failed --follow']),
    )
    .action((id: string, options: RerunOptions) =>
      perform(terminal, options, (context) => rerun(context, executionId(id), options)),
    )
}

async function rerun(context: Context, old: string, options: RerunOptions): Promise<void> {
  const client = context.client()
  const { projectId, pipelineName } = await findExecution(client, old)
  const path = { projectId, pipelineExecutionId: old }
  const json = { from: options.fromFailed ? 'FAILED_STEP' : 'START' } as const
  const { pipelineExecutionId: id } = await client.post(
    '/v1/projects/{projectId}/pipeline-executions/{pipelineExecutionId}/reruns',
    { path, json },
  )
  if (options.follow) return follow(context, projectId, id)
  if (context.json) return context.printJson({ pipelineExecutionId: id })
  context.print(`Started ${pipelineName} again: ${id}`)
  context.note(`Follow it: headrace steps ${id}`)
}
