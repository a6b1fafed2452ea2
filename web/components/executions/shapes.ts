import type { operations } from '../../../openapi/types.generated.ts'
import { executionStates, liveStates } from '../../api/states.generated.ts'

type Answer<O extends keyof operations> = operations[O]['responses'] extends {
  200: { content: { 'application/json': infer Body } }
}
  ? Body
  : never

/** An execution with everything the API says of one; lists leave `variables` out. */
export type Execution = Answer<'getPipelineExecution'>
export type ExecutionStatus = Execution['status']
export type Step = Answer<'listPipelineExecutionSteps'>['results'][number]
export type StepDetails = Answer<'getPipelineExecutionStep'>
export type VariableChange = NonNullable<Step['variableChanges']>[number]
export type ExecutionVariable = NonNullable<Execution['variables']>[number]

export const executionStatuses: readonly ExecutionStatus[] = executionStates

const liveStatuses: ReadonlySet<string> = new Set(liveStates)

/** Whether an execution in this state may still change. */
export const isLive = (status: string): boolean => liveStatuses.has(status)

const triggers: Readonly<Record<Execution['trigger'], string>> = {
  API: 'API',
  SCHEDULE: 'Schedule',
  SCHEDULE_RUN_NOW: 'Schedule (run now)',
  TRIGGER: 'Trigger',
  TRIGGER_RUN_NOW: 'Trigger (run now)',
  DESIGNER: 'Designer',
}

/** The label of what started an execution. */
export const triggerName = (trigger: Execution['trigger']): string => triggers[trigger]
