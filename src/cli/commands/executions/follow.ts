import { clientUntil } from '../../../client/client.ts'
import { findExecution } from '../../../client/lookup.ts'
import type { Execution } from '../../../client/resources.ts'
import { isTerminal } from '../../../features/executions/states.ts'
import { oneLine } from '../../../lib/one-line.ts'
import { paintResult } from '../../terminal/colour.ts'
import type { Context } from '../../terminal/context.ts'
import { durationBetween } from '../../terminal/durations.ts'
import { followUp } from '../../terminal/follow-up.ts'
import { interruption } from '../../terminal/interruption.ts'
import { beginLine, endLine } from './step-text.ts'
import { watchSteps } from './step-watcher.ts'

const POLL_MS = 300

/**
 * Shows the steps of an execution until it is over, and how it ended; the exit code is 1 unless that is
 * SUCCESS. Ctrl-C leaves it running.
 */
export async function follow(context: Context, projectId: string, id: string): Promise<void> {
  const { setExitCode } = context.terminal
  context.note(`Execution ${id}`)
  const execution = await followUp(context, { pipelineExecutionId: id }, () =>
    followExecution(context, projectId, id),
  )
  if (execution === undefined) {
    setExitCode(1)
    if (context.json) return context.printJson({ pipelineExecutionId: id, detached: true })
    context.note(`\nThe execution continues. Follow it: ${context.command('steps', id)}`)
    return context.note(`Cancel it:                           ${context.command('cancel', id)}`)
  }
  if (execution.status !== 'SUCCESS') setExitCode(1)
  if (context.json) return context.printJson(execution)
  context.print(executionLine(context, execution))
  if (execution.status === 'FAILED') context.note(`Its log: ${context.command('logs', id)}`)
}

/**
 * Prints the steps of an execution as they begin and end, until it is over. Returns the execution, or
 * undefined when the user pressed Ctrl-C: the execution continues unwatched. A server that is away is waited
 * for.
 */
async function followExecution(
  context: Context,
  projectId: string,
  executionId: string,
): Promise<Execution | undefined> {
  const { terminal, paint } = context
  const { signal, stop } = interruption(context)
  const client = clientUntil(context.watchingClient(), signal)
  const steps = watchSteps(client, projectId, executionId)
  try {
    for (;;) {
      // The status is read first: when it is final, the steps read after it are all there will be.
      const execution = await findExecution(client, executionId)
      if (!context.json) {
        for (const { kind, step, depth } of await steps.poll()) {
          context.print(kind === 'began' ? beginLine(step, depth, paint) : endLine(step, depth, paint))
        }
      }
      if (isTerminal(execution.status)) return execution
      await terminal.wait(POLL_MS, signal)
      if (signal.aborted) return undefined
    }
  } catch (error) {
    if (signal.aborted) return undefined
    throw error
  } finally {
    stop()
  }
}

/** One line about how an execution ended: status, time, message. */
export function executionLine({ paint, terminal }: Context, execution: Execution): string {
  const time = durationBetween(execution.startedAt, execution.finishedAt, terminal.now())
  const message = execution.message ? `: ${oneLine(execution.message)}` : ''
  return `${paintResult(paint, execution.status)}${time === '' ? '' : ` in ${time}`}${message}`
}
