import type { Command } from 'commander'
import { type CommonOptions, type Context, perform } from './context.ts'
import { executionId } from './lookup.ts'
import { examples, withJson } from './options.ts'
import type { Surroundings } from './surroundings.ts'

interface CancelOptions extends CommonOptions {
  readonly force?: boolean | undefined
}

/** Adds `headrace cancel`. */
export function addCancel(program: Command, surroundings: Surroundings): void {
  withJson(program.command('cancel').argument('<id>', 'id of an execution'))
    .summary('cancel an execution')
    .description('Cancels an execution: what runs is stopped, what waits is not begun')
    .option('--force', 'end it even when its runner does not answer')
    .addHelpText('after', examples(['headrace cancel 0195b1c2-…', 'headrace cancel 0195b1c2-… --force']))
    .action((id: string, options: CancelOptions) =>
      perform(surroundings, options, (context) => cancel(context, executionId(id), options)),
    )
}

async function cancel(context: Context, id: string, { force }: CancelOptions): Promise<void> {
  const path = `/v1/pipeline-executions/${id}`
  const json = { status: 'CANCELLED', ...(force ? { forceUpdate: true } : {}) }
  const answer = await context.client().call('PATCH', path, { json })
  if (context.json) return context.printJson(answer ?? { pipelineExecutionId: id })
  context.print(
    force ? `Cancelled ${id}.` : `Cancelling ${id}. \`headrace steps ${id}\` shows when it has ended.`,
  )
}
