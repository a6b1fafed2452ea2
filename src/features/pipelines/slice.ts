import type { Slice } from '../../http/slice.ts'
import { pipelineRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createPipelines, type PipelineDependencies } from './service.ts'

/** Pipelines as graphs, from Git or from a published version. */
export const pipelinesSlice = (options: PipelineDependencies): Slice => ({
  shapes: [schema],
  routes: (api) => pipelineRoutes(api, createPipelines(options)),
})
