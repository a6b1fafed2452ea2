import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import { streamingPipelineRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createStreamingPipelines } from './service.ts'

/** Definitions of streaming pipelines, which programs manage. */
export const streamingPipelinesSlice = ({ db }: { readonly db: Db }): Slice => ({
  shapes: [schema],
  routes: (api) => streamingPipelineRoutes(api, createStreamingPipelines(db)),
})
