import Type, { type Static } from 'typebox'

const Id = Type.String({ format: 'uuid' })
const Milliseconds = (description: string) => Type.Integer({ minimum: 0, description })

/** Wire shapes of what got slower. */
export const SlowerPipeline = Type.Object({
  projectId: Id,
  pipelineName: Type.String(),
  environmentName: Type.String(),
  pipelineExecutionId: Type.String({
    format: 'uuid',
    description: 'The newest execution that succeeded, in the last 24 hours',
  }),
  finishedAt: Type.String({ format: 'date-time' }),
  durationMs: Milliseconds('How long that execution ran'),
  usualMs: Milliseconds('The median of the successful executions before it'),
  comparedWith: Type.Integer({ minimum: 1, description: 'How many executions that median is of' }),
})
export const SlowerPipelineList = Type.Object({ results: Type.Array(SlowerPipeline) })
export const SlowerPipelineQuery = Type.Object({
  limit: Type.Integer({ minimum: 1, default: 10, description: 'Values above 100 count as 100' }),
})

export type SlowerPipeline = Static<typeof SlowerPipeline>
