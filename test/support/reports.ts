import type { Report } from '../../src/protocol/messages.ts'
import type { WireOutcome } from '../../src/protocol/step-outcome.ts'

/** A report before it gets its number. */
export type Unnumbered = Report extends infer R ? (R extends Report ? Omit<R, 'root' | 'n'> : never) : never
/** When everything happened: after every execution has begun, for no step begins before its execution. */
export const reportedAt = new Date(Date.now() + 3_600_000).toISOString()

/** What a step says of the pipeline that it runs. */
export type Child = NonNullable<Extract<Report, { kind: 'step-started' }>['child']>

/** A step began; `child`: the execution that it runs. */
export const began = (
  execution: string,
  seq: number,
  key: string,
  child?: string,
  given?: Partial<Child>,
): Unnumbered => ({
  kind: 'step-started' as const,
  execution,
  seq,
  key,
  name: key,
  type: 'bash-script',
  attempt: 1,
  at: reportedAt,
  ...(child && {
    child: { execution: child, pipelineName: 'Child', pipelineType: 'orchestration', ...given },
  }),
})

/** A step ended. */
export const ended = (
  execution: string,
  seq: number,
  outcome: WireOutcome = { result: 'SUCCESS' },
): Unnumbered => ({
  kind: 'step-finished' as const,
  execution,
  seq,
  at: reportedAt,
  outcome,
})

/** An execution ended. */
export const over = (execution: string, status: 'SUCCESS' | 'FAILED'): Unnumbered => ({
  kind: 'execution-finished' as const,
  execution,
  at: reportedAt,
  status,
  message: 'over',
})
