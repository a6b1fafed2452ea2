import Type, { type Static } from 'typebox'

const Id = Type.String({ format: 'uuid' })

/** Wire shapes of what schedules run next. */
export const UpcomingRun = Type.Object({
  scheduleId: Id,
  scheduleName: Type.String(),
  projectId: Id,
  pipelineName: Type.String(),
  environmentName: Type.String(),
  nextRunAt: Type.String({ format: 'date-time' }),
})
export const UpcomingRunList = Type.Object({ results: Type.Array(UpcomingRun) })
export const UpcomingRunQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 10, description: 'Values above 100 count as 100' }),
})

export type UpcomingRun = Static<typeof UpcomingRun>
