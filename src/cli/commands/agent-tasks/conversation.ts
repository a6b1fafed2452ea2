import { type Client, clientUntil } from '../../../client/client.ts'
import type { AgentMessage, AgentTask } from '../../../client/resources.ts'
import type { Context } from '../../terminal/context.ts'
import { interruption } from '../../terminal/interruption.ts'
import { messageLines, printPending } from './task-text.ts'

const ONE = '/v1/ai/agents/tasks/{taskId}'
const POLL_MS = 1_000
const BATCH = 200

/**
 * Shows the messages of a task, oldest first, and with `follow` those that come, until the task does not run
 * or waits for a decision. The exit code is 1 when the task failed, and when the user pressed Ctrl-C, which
 * the task does not notice. From its first answer on, a server that is away is waited for.
 */
export async function showConversation(context: Context, taskId: string, follow: boolean): Promise<void> {
  const { signal, stop } = interruption(context)
  const shown: AgentMessage[] = []
  let client = clientUntil(context.client(), signal)
  try {
    let token: string | undefined
    for (;;) {
      // The status is read first: what is read after it is all there is when the task does not run.
      const task = await client.get(ONE, { path: { taskId } })
      if (follow) client = clientUntil(context.watchingClient(), signal)
      token = await readOn(context, client, { taskId, token }, shown)
      const isOver =
        task.status === 'STOPPED' || task.status === 'ERRORED' || task.pendingDecisions.length > 0
      if (!follow || isOver) return end(context, task, shown)
      await context.terminal.wait(POLL_MS, signal)
      if (signal.aborted) break
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stop()
  }
  context.terminal.setExitCode(1)
  if (context.json) context.printJson({ taskId, detached: true })
  else
    context.note(
      `\nThe task continues. Follow it: ${context.command('agent-tasks', 'messages', taskId, '--follow')}`,
    )
}

/** Prints what follows the token; answers that for what comes next. */
async function readOn(
  context: Context,
  client: Client,
  { taskId, token }: { readonly taskId: string; readonly token: string | undefined },
  shown: AgentMessage[],
): Promise<string> {
  for (let paginationToken = token; ; ) {
    const query = { limit: BATCH, paginationToken }
    const { results, more, next } = await client.get(`${ONE}/messages`, { path: { taskId }, query })
    shown.push(...results)
    if (!context.json)
      for (const one of results) for (const line of messageLines(context.paint, one)) context.print(line)
    if (more === undefined) return next
    paginationToken = more
  }
}

function end(context: Context, task: AgentTask, messages: readonly AgentMessage[]): void {
  if (task.status === 'ERRORED') context.terminal.setExitCode(1)
  if (context.json) context.printJson({ ...task, messages })
  else if (task.pendingDecisions.length > 0) printPending(context, task)
  else context.note(`The task is ${task.status}; its branch is ${task.branchName}.`)
}
