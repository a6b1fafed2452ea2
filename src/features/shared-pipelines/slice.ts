import type { Slice } from '../../http/slice.ts'
import { createPublishing, type PublishingDependencies } from './publishing.ts'
import { sharedPipelineRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSharedPipelines } from './service.ts'

/** Pipelines that are published once and run from other projects. */
export function sharedPipelinesSlice(options: PublishingDependencies): Slice {
  const shared = createSharedPipelines(options.db)
  const publishing = createPublishing(options)
  return { shapes: [schema], routes: (api) => sharedPipelineRoutes(api, shared, publishing) }
}
