import { Failure } from '../../../client/failure.ts'
import type { AgentTask } from '../../../client/resources.ts'
import type { CommonOptions, Context } from '../../terminal/context.ts'

export interface AnswerOptions extends CommonOptions {
  readonly call?: string | undefined
}

type Pending = AgentTask['pendingDecisions'][number]
type Question = NonNullable<Pending['questions']>[number]

const ONE = '/v1/ai/agents/tasks/{taskId}'

/** Answers the questions of an agent, one text for each, in their order. */
export async function answer(
  context: Context,
  taskId: string,
  texts: readonly string[],
  { call }: AnswerOptions,
): Promise<void> {
  const client = context.client()
  const task = await client.get(ONE, { path: { taskId } })
  const { toolId, questions = [] } = askedOf(task, call)
  if (texts.length !== questions.length)
    throw new Failure(
      `The agent asks ${countOf(questions.length, 'question')}; ${countOf(texts.length, 'answer')} given.`,
      {
        hint: `See them: headrace agent-tasks show ${taskId}`,
      },
    )
  const answers = questions.map((question, questionIndex) => ({
    questionIndex,
    ...answerOf(question, texts[questionIndex]!),
  }))
  const decisions = [{ type: 'ask_user' as const, id: toolId, answers }]
  const left = await client.post(`${ONE}/decisions`, { path: { taskId }, json: { decisions } })
  if (context.json) return context.printJson(left)
  context.print(`Answered ${countOf(answers.length, 'question')}.`)
  context.note(`Follow the task: ${context.command('agent-tasks', 'messages', taskId, '--follow')}`)
}

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

function askedOf({ pendingDecisions }: AgentTask, call: string | undefined): Pending {
  const asked = pendingDecisions.filter(({ type }) => type === 'ask_user')
  const [first, second] = call === undefined ? asked : asked.filter(({ toolId }) => toolId === call)
  const ids = asked.map(({ toolId }) => toolId).join(', ')
  if (asked.length === 0) throw new Failure('The task asks nothing.')
  if (first === undefined)
    throw new Failure(`No questions are pending on ${call}.`, { hint: `Pending: ${ids}` })
  if (second !== undefined)
    throw new Failure('The agent asked several times; say which with --call.', { hint: `Pending: ${ids}` })
  return first
}

/**
 * Numbers or texts of options, with commas between them, choose these; everything else is an answer in own
 * words.
 */
export function answerOf({ options = [] }: Question, text: string) {
  if (options.includes(text.trim())) return { selectedOptions: [text.trim()] }
  const parts = text.split(',').map((part) => part.trim())
  const chosen = parts.map((part) =>
    /^\d+$/.test(part) ? options[Number(part) - 1] : options.find((one) => one === part),
  )
  return chosen.every((option) => option !== undefined) ? { selectedOptions: [...new Set(chosen)] } : { text }
}
