import { ASK_USER, type Question } from '../../assistant/questions.ts'
import type { Db } from '../../db/database.ts'
import { answerFaults, answersText, questionsIn } from './questions.ts'
import type { AgentDecisions, PendingDecision } from './schema.ts'
import * as store from './store.ts'
import { shownInput } from './turn.ts'

type Decision = AgentDecisions['decisions'][number]
type Waiting = readonly store.ToolCallRow[]

/** The calls of a task that wait for its creator. */
export async function readWaiting(db: Db, taskId: string): Promise<Waiting> {
  return (await store.readOpenCalls(db, taskId)).filter(({ state }) => state === 'PENDING')
}

export const pendingDecision = (call: store.ToolCallRow): PendingDecision => {
  const { toolId, toolName, title, body } = call
  const questions = questionsOf(call)
  return {
    type: questions === undefined ? 'tool' : ASK_USER,
    toolId,
    toolName,
    toolInput: shownInput(call.input),
    permissionMessage: { title: title ?? toolName, body: body ?? '' },
    ...(questions !== undefined && { questions: [...questions] }),
  }
}

const questionsOf = ({ toolName, input }: store.ToolCallRow): readonly Question[] | undefined =>
  toolName === ASK_USER ? questionsIn(shownInput(input)) : undefined

/** Everything that is wrong with decisions, one sentence for each fault. */
export function decisionFaults(waiting: Waiting, decisions: readonly Decision[]): string[] {
  return decisions.flatMap((decision, index) => {
    const at = `body/decisions/${index}`
    if (decisions.findIndex(({ id }) => id === decision.id) < index) return [`${at}/id has two decisions`]
    const call = waiting.find(({ toolId }) => toolId === decision.id)
    if (call === undefined) return [`${at}/id is not a pending decision of this task; see pendingDecisions`]
    const questions = questionsOf(call)
    if (decision.type === 'tool')
      return questions !== undefined && decision.approved
        ? [`${at}/approved: the agent asks; answer it with the type ${ASK_USER}, or do not approve it`]
        : []
    if (questions === undefined) return [`${at}/type: the decision is on a call of a tool, not on a question`]
    return answerFaults(questions, decision.answers, `${at}/answers`)
  })
}

/**
 * Approves a call, or ends it with the text that the agent gets. The decision is one without
 * `decisionFaults`.
 */
export async function applyDecision(tx: Db, task: store.TaskRow, waiting: Waiting, decision: Decision) {
  const call = waiting.find(({ toolId }) => toolId === decision.id)!
  if (decision.type === ASK_USER)
    return store.endCall(tx, task, call, {
      text: answersText(questionsOf(call)!, decision.answers),
      isError: false,
    })
  if (decision.approved) return store.approveCall(tx, task.id, call)
  const what =
    call.toolName === ASK_USER
      ? 'The user does not answer; do without, or say what you cannot do.'
      : 'The user rejected this call; it was not made.'
  const why = decision.reason === undefined ? '' : ` Reason: ${decision.reason}`
  return store.endCall(tx, task, call, { text: `${what}${why}`, isError: true })
}
