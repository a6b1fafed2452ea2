import { pipelineSchema } from './pipeline-schema.ts'
import { testSchema } from './test-schema.ts'

/** The JSON Schemas of the files of a repository, by the names that editors load them by. */
export const fileSchemas = [
  { name: 'orchestration', make: () => pipelineSchema('orchestration') },
  { name: 'transformation', make: () => pipelineSchema('transformation') },
  { name: 'test', make: testSchema },
] as const
