import Type, { type Static } from 'typebox'

const Day = (description: string, example: string) =>
  Type.String({ format: 'date', description, examples: [example] })
const Instant = (description: string) => Type.String({ format: 'date-time', description })
const ProjectId = Type.Optional(
  Type.String({ format: 'uuid', description: 'Only this project; without it all that you administer' }),
)

/** Wire shapes of decisions.md §24. */
export const ConsumptionItem = Type.Object({
  consumptionType: Type.Enum(['orchestration', 'transformation']),
  dimensions: Type.Object({
    projectId: Type.String({ format: 'uuid' }),
    environment: Type.String(),
    pipelineName: Type.String(),
    agentId: Type.String({ format: 'uuid' }),
  }),
  credits: Type.Number({ description: 'Hours for which components kept a slot of the runner busy' }),
})
export const ConsumptionOfDay = Type.Object({
  consumedFrom: Instant('Midnight UTC'),
  consumedBefore: Instant('The next midnight'),
  consumption: Type.Array(ConsumptionItem),
})
export const ConsumptionList = Type.Object({ results: Type.Array(ConsumptionOfDay) })
export const ConsumptionQuery = Type.Object({
  consumedFrom: Day('The first day, in UTC', '2026-01-01'),
  consumedBefore: Day('The day after the last; at most 92 days later', '2026-02-01'),
  projectId: ProjectId,
})

export const UserConsumption = Type.Object({
  chargedUsers: Type.Array(Type.Object({ username: Type.String() }), {
    description: 'Who started executions that consumed something, by hand or by the API',
  }),
  consumedFrom: Instant('As it was given'),
  consumedBefore: Instant('As it was given'),
  credits: Type.Number({ description: 'Credits that those executions consumed' }),
})
export const UserConsumptionQuery = Type.Object({
  consumedFrom: Instant('Days in UTC that begin then or later'),
  consumedBefore: Instant('Days in UTC that begin before; at most 92 days later'),
  projectId: ProjectId,
})

export type ConsumptionItem = Static<typeof ConsumptionItem>
export type ConsumptionOfDay = Static<typeof ConsumptionOfDay>
export type ConsumptionQuery = Static<typeof ConsumptionQuery>
export type UserConsumption = Static<typeof UserConsumption>
export type UserConsumptionQuery = Static<typeof UserConsumptionQuery>
