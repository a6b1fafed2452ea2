import type { AgentMessage, AgentTask } from '../../../client/resources.ts'
import type { Paint } from '../../terminal/colour.ts'
import type { Context } from '../../terminal/context.ts'
import { formatInstant } from '../../terminal/durations.ts'
import { cellText } from '../../terminal/table.ts'

/** Results of tools are whole files and logs; these many lines show what they are. */
const RESULT_LINES = 8
const MAX_LINE = 300

/** A message as lines, without control characters: who says it, its text, and the calls that it asks for. */
export function messageLines(paint: Paint, { data }: AgentMessage): string[] {
  const { type, text, toolCalls = [], toolName, isError } = data
  const lines = text === '' ? [] : text.split(/\r\n|\n|\r/).map(cellText)
  const calls = toolCalls.map((call) => `  ${paint('cyan', call.toolName)} ${shown(call.toolInput)}`)
  switch (type) {
    case 'user':
      return [paint('bold', 'You'), ...indented(lines), '']
    case 'assistant':
      return [paint('bold', 'Agent'), ...indented(lines), ...calls, '']
    case 'toolResult':
      return [
        paint(isError ? 'red' : 'dim', `  ${toolName ?? 'tool'}${isError ? ' failed' : ''}`),
        ...indented(shortened(lines)),
        '',
      ]
    default:
      return [paint('yellow', 'Headrace'), ...indented(lines), '']
  }
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

function shortened(lines: readonly string[]): string[] {
  const cut = lines.slice(0, RESULT_LINES).map((line) => line.slice(0, MAX_LINE))
  const left = lines.length - cut.length
  return left > 0 ? [...cut, `… ${left} more ${left === 1 ? 'line' : 'lines'}`] : cut
}

const shown = (input: unknown): string => cellText(JSON.stringify(input) ?? '').slice(0, MAX_LINE)

/** The calls and the questions that wait, and how they are decided on. */
export function printPending(context: Context, { taskId, pendingDecisions }: AgentTask): void {
  for (const { toolId, permissionMessage, questions } of pendingDecisions) {
    context.print(`${context.paint('yellow', cellText(permissionMessage.title))} (${cellText(toolId)})`)
    const lines = questions?.flatMap(questionLines) ?? [permissionMessage.body]
    for (const line of lines) context.print(`  ${cellText(line)}`)
  }
  const isAsked = pendingDecisions.some(({ type }) => type === 'ask_user')
  if (isAsked)
    context.note(`Answer: ${context.command('agent-tasks', 'answer', taskId)} ANSWER…, one for each question`)
  if (pendingDecisions.some(({ type }) => type === 'tool'))
    context.note(`Decide: ${context.command('agent-tasks', 'approve', taskId)}, or reject`)
}

type Question = NonNullable<AgentTask['pendingDecisions'][number]['questions']>[number]

/** A question with its options, numbered as they are answered. */
function questionLines({ question, options = [], multiSelect = false }: Question): string[] {
  const several = multiSelect ? ' (several may be chosen)' : ''
  return [
    ...`${question}${several}`.split('\n'),
    ...options.map((option, index) => `  ${index + 1}. ${option}`),
  ]
}

/** A task with what it may do and what it waits for. */
export function printTask(context: Context, task: AgentTask): void {
  if (context.json) {
    context.printJson(task)
    return
  }
  const { agentConfig, grantedPermissions } = task
  for (const [title, value] of [
    ['id', task.taskId],
    ['task', cellText(task.description)],
    ['status', task.status],
    ['error', task.error],
    ['environment', agentConfig.environmentName],
    ['branch', `${task.branchName}, from ${agentConfig.sourceBranchName}`],
    [
      'may use',
      grantedPermissions.map(({ toolName }) => toolName).join(', ') || 'nothing without a decision',
    ],
    ['created', formatInstant(task.createdAt)],
    ['changed', formatInstant(task.modifiedAt)],
  ] as const)
    if (value !== undefined) context.print(`${title.padEnd(12)} ${cellText(value)}`)
  if (task.pendingDecisions.length > 0) printPending(context, task)
}
