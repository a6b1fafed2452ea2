import { Failure } from '../../../client/failure.ts'
import type { AgentTask } from '../../../client/resources.ts'
import { confirm } from '../../terminal/confirm.ts'
import type { CommonOptions, Context } from '../../terminal/context.ts'
import { printPending, printTask } from './task-text.ts'

export interface DecideOptions extends CommonOptions {
  readonly yes?: boolean | undefined
  readonly reason?: string | undefined
}

const ONE = '/v1/ai/agents/tasks/{taskId}'

/**
 * Approves or rejects pending calls: those named, or all. Approval is asked for once more, with what is to
 * happen.
 */
export async function decide(
  context: Context,
  taskId: string,
  calls: readonly string[],
  { approved, reason, yes }: DecideOptions & { readonly approved: boolean },
): Promise<void> {
  const client = context.client()
  const task = await client.get(ONE, { path: { taskId } })
  const chosen = chosenOf(task, calls, approved)
  if (approved) {
    if (yes !== true && !context.json) printPending(context, { ...task, pendingDecisions: chosen })
    await confirm(
      context,
      `Let the agent make ${chosen.length === 1 ? 'this call' : `these ${chosen.length} calls`}?`,
      yes,
    )
  }
  const decisions = chosen.map(({ toolId }) => ({
    type: 'tool' as const,
    id: toolId,
    approved,
    ...(reason !== undefined && { reason }),
  }))
  const left = await client.post(`${ONE}/decisions`, { path: { taskId }, json: { decisions } })
  if (context.json) return context.printJson(left)
  context.print(`${approved ? 'Approved' : 'Rejected'} ${chosen.length} of ${task.pendingDecisions.length}.`)
  context.note(`Follow the task: ${context.command('agent-tasks', 'messages', taskId, '--follow')}`)
}

function chosenOf(
  { taskId, pendingDecisions }: AgentTask,
  calls: readonly string[],
  approved: boolean,
): AgentTask['pendingDecisions'] {
  if (pendingDecisions.length === 0) throw new Failure('The task is not waiting for a decision.')
  const hint = `Answer them: headrace agent-tasks answer ${taskId} ANSWER…`
  const named = pendingDecisions.filter(({ toolId }) => calls.includes(toolId))
  if (approved && named.some(isQuestion)) throw new Failure('Questions are answered, not approved.', { hint })
  // Without names, a question is left alone: it would be lost by a rejection that was meant for calls.
  const all = pendingDecisions.filter((decision) => !isQuestion(decision))
  if (calls.length === 0 && all.length === 0)
    throw new Failure('The task waits for answers, not for a decision on a call.', { hint })
  const unknown = calls.filter((id) => !pendingDecisions.some(({ toolId }) => toolId === id))
  if (unknown.length > 0)
    throw new Failure(`No decision is pending on ${unknown.join(', ')}.`, {
      hint: `Pending: ${pendingDecisions.map(({ toolId }) => toolId).join(', ')}`,
    })
  return calls.length === 0 ? all : named
}

const isQuestion = ({ type }: AgentTask['pendingDecisions'][number]): boolean => type === 'ask_user'

/** Replaces the tools that a task may use without a decision on each call. */
export async function permit(context: Context, taskId: string, tools: readonly string[]): Promise<void> {
  const grantedPermissions = tools.map((toolName) => ({ toolName }))
  const task = await context
    .client()
    .put(`${ONE}/permissions`, { path: { taskId }, json: { grantedPermissions } })
  printTask(context, task)
}
