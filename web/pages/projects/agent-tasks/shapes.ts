import type { operations } from '../../../../openapi/types.generated.ts'

type Answer<Name extends 'getAgentTask' | 'listAgentTasks' | 'listAgentTaskMessages'> =
  operations[Name]['responses'][200]['content']['application/json']

/** An agent task with what it waits for, and as lists have it. */
export type AgentTask = Answer<'getAgentTask'>
export type AgentTaskSummary = Answer<'listAgentTasks'>['tasks'][number]
export type AgentMessage = Answer<'listAgentTaskMessages'>['results'][number]
export type PendingDecision = AgentTask['pendingDecisions'][number]

/** Whether the agent works, or waits for a decision. */
export const isAtWork = ({ status }: Pick<AgentTask, 'status'>): boolean =>
  status === 'RUNNING' || status === 'STOPPING'

/** What a tool is called with, as people read it. */
export const inputText = (input: unknown): string => JSON.stringify(input, null, 2) ?? ''
