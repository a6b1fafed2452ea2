import Type from 'typebox'
import { pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §17. */
const members = {
  name: Type.String({ minLength: 1, maxLength: 255 }),
  agentId: Type.String({ format: 'uuid' }),
  streamingSource: Type.Record(Type.String(), Type.Unknown()),
  streamingTarget: Type.Record(Type.String(), Type.Unknown()),
  advancedProperties: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
}
export const StreamingPipeline = Type.Object({
  streamingPipelineId: Type.String({ format: 'uuid' }),
  ...members,
})
export const NewStreamingPipeline = Type.Object(members, { additionalProperties: false })
export const StreamingPipelinePage = pageOf(StreamingPipeline)
