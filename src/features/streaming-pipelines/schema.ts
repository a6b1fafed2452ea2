import Type, { type Static } from 'typebox'
import { pageOf } from '../../http/page.ts'

/** Wire shapes of decisions.md §17. */

/** Enough for some thousand tables. */
export const MAX_STREAMING_PIPELINE_BODY_BYTES = 256 * 1024
/** Of one project. */
export const MAX_STREAMING_PIPELINES = 1_000

const Id = Type.String({ format: 'uuid' })
const kept = 'Kept and returned as given; name secrets in it, and do not write their values'
const Definition = (of: string, example: object) =>
  Type.Record(Type.String(), Type.Unknown(), { description: `${of}. ${kept}`, examples: [example] })

const definition = {
  name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', examples: ['Orders to the lake'] }),
  agentId: Type.String({ format: 'uuid', description: 'The runner that is meant to run it' }),
  streamingSource: Definition('The database whose changes are captured', {
    type: 'postgres',
    connection: {
      host: 'db.example.com',
      port: 5432,
      database: 'orders',
      username: 'cdc',
      password: { secretType: 'AWS_SECRETS_MANAGER', secretName: 'orders', secretKey: 'password' },
    },
    tables: [{ schema: 'public', table: 'order' }],
  }),
  streamingTarget: Definition('Where the changes are written', {
    type: 's3',
    bucket: 'lake',
    prefix: 'orders',
  }),
  advancedProperties: Type.Optional(Definition('Further settings', { 'max.batch.size': 10_000 })),
}

export const StreamingPipeline = Type.Object({ streamingPipelineId: Id, projectId: Id, ...definition })
export const NewStreamingPipeline = Type.Object(definition, { additionalProperties: false })
export const StreamingPipelinePage = pageOf(StreamingPipeline)
export const StreamingPipelinePath = Type.Object({ projectId: Id, streamingPipelineId: Id })

export const StreamingPipelineStatus = Type.Enum(
  ['STARTING', 'SNAPSHOTTING', 'STREAMING', 'STOPPING', 'NOT_RUNNING', 'UNKNOWN'],
  { description: 'Always NOT_RUNNING: no runner of this version can run streams' },
)
export const StreamingPipelineState = Type.Object({ status: StreamingPipelineStatus })
export const StreamingPipelineCommand = Type.Object(
  { command: Type.Enum(['START', 'STOP'], { description: 'START is answered with 409' }) },
  { additionalProperties: false },
)

export type StreamingPipeline = Static<typeof StreamingPipeline>
export type NewStreamingPipeline = Static<typeof NewStreamingPipeline>
export type StreamingPipelineState = Static<typeof StreamingPipelineState>
export type StreamingPipelineCommand = Static<typeof StreamingPipelineCommand>
