import type { Slice } from '../../http/slice.ts'
import { pipelineRoutes } from './routes.ts'
import { createPipelines, type PipelineDependencies } from './service.ts'

/** Pipelines as graphs, from Git or from a published version. */
export const pipelinesSlice = (options: PipelineDependencies): Slice => ({
  routes: (api) => pipelineRoutes(api, createPipelines(options)),
})
