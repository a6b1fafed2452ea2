import Type, { type Static } from 'typebox'

const Id = Type.String({ format: 'uuid' })
const Count = (description: string) => Type.Integer({ minimum: 0, description })
const Milliseconds = (description: string) => Type.Number({ minimum: 0, description })

const figures = {
  succeeded: Count('Executions that ended with SUCCESS'),
  failed: Count('Executions that ended with FAILED'),
  cancelled: Count('Executions that ended with CANCELLED'),
  successRate: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'Share of SUCCESS among those that succeeded or failed; absent when none did',
    }),
  ),
  medianMs: Type.Optional(
    Milliseconds('The median duration of those that succeeded, within 5 %; absent when none did'),
  ),
  p95Ms: Type.Optional(Milliseconds('The 95th percentile of that duration')),
  averageWaitMs: Type.Optional(
    Milliseconds('The average time that they were queued; absent without executions'),
  ),
  longestWaitMs: Type.Optional(Milliseconds('The longest time that one of them was queued')),
  rows: Count('The sum of the rows that their components, and those of called pipelines, reported'),
  bytes: Type.Optional(
    Count(
      'The sum of the bytes of files, requests and answers that they read or wrote; absent where none counts them',
    ),
  ),
}

/** Wire shapes of statistics (docs/guides/statistics.md). */
export const ExecutionFigures = Type.Object(figures)
export const ExecutionStatistics = Type.Object({
  day: Type.Optional(Type.String({ format: 'date', description: 'In UTC; by DAY' })),
  projectId: Type.Optional(Id),
  environmentName: Type.Optional(Type.String({ description: 'By ENVIRONMENT' })),
  pipelineName: Type.Optional(Type.String({ description: 'By PIPELINE' })),
  ...figures,
})
export const ExecutionStatisticsList = Type.Object({
  overall: ExecutionFigures,
  results: Type.Array(ExecutionStatistics),
})

const range = {
  endedFrom: Type.String({
    format: 'date',
    description: 'The first day, in UTC, in which executions ended',
    examples: ['2026-01-01'],
  }),
  endedBefore: Type.String({
    format: 'date',
    description: 'The day after the last; at most 92 days later',
    examples: ['2026-02-01'],
  }),
  projectId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only this project; without it all that you may see' }),
  ),
  environmentName: Type.Optional(Type.String({ description: 'Only this environment' })),
  pipelineName: Type.Optional(Type.String({ description: 'Only the pipeline of this name' })),
}
export const ExecutionStatisticsQuery = Type.Object({
  ...range,
  by: Type.Enum(['DAY', 'PROJECT', 'ENVIRONMENT', 'PIPELINE'], {
    default: 'DAY',
    description: 'DAY lists each day of the range; of the others those with the most executions come first',
  }),
  limit: Type.Integer({
    minimum: 1,
    default: 100,
    description: 'Not for DAY; values above 1,000 count as 1,000',
  }),
})

export const ComponentStatistics = Type.Object({
  projectId: Id,
  pipelineName: Type.String({ description: 'The pipeline that the component is in' }),
  componentName: Type.String(),
  componentType: Type.String(),
  runs: Count('How often it ran, iterations included'),
  failures: Count('How often it failed'),
  totalMs: Milliseconds('How long it ran in all'),
  averageMs: Milliseconds('How long it ran on average'),
  longestMs: Milliseconds('How long its longest run took'),
  rows: Count('The sum of the rows that it reported'),
  bytes: Type.Optional(
    Count(
      'The sum of the bytes of files, requests and answers that it read or wrote; absent where none counts them',
    ),
  ),
})
export const ComponentStatisticsList = Type.Object({ results: Type.Array(ComponentStatistics) })
export const ComponentStatisticsQuery = Type.Object({
  ...range,
  limit: Type.Integer({ minimum: 1, default: 20, description: 'Values above 100 count as 100' }),
})

export type ExecutionFigures = Static<typeof ExecutionFigures>
export type ExecutionStatistics = Static<typeof ExecutionStatistics>
export type ExecutionStatisticsList = Static<typeof ExecutionStatisticsList>
export type ExecutionStatisticsQuery = Static<typeof ExecutionStatisticsQuery>
export type ComponentStatistics = Static<typeof ComponentStatistics>
export type ComponentStatisticsQuery = Static<typeof ComponentStatisticsQuery>
