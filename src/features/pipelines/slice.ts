import type { Slice } from '../../http/slice.ts'
import { callRoutes } from './calls/routes.ts'
import * as callsSchema from './calls/schema.ts'
import { type CallsDependencies, createCalls } from './calls/service.ts'
import { pipelineRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { searchRoutes } from './search/routes.ts'
import * as searchSchema from './search/schema.ts'
import { createSearch } from './search/service.ts'
import { createPipelines, type PipelineDependencies } from './service.ts'
import { createFindSource, type SourceDependencies } from './sources.ts'
import { versionRoutes } from './versions/routes.ts'
import * as versionsSchema from './versions/schema.ts'
import { createVersions, type VersionsDependencies } from './versions/service.ts'

type Options = Omit<PipelineDependencies, 'find'> &
  Omit<CallsDependencies, 'find'> &
  SourceDependencies &
  VersionsDependencies

/**
 * Pipelines as graphs, from Git or from a published version: what each has, who runs it, and what changed it.
 */
export function pipelinesSlice(options: Options): Slice {
  const find = createFindSource(options)
  return {
    shapes: [schema, callsSchema, searchSchema, versionsSchema],
    routes(api) {
      pipelineRoutes(api, createPipelines({ ...options, find }))
      callRoutes(api, createCalls({ ...options, find }))
      searchRoutes(api, createSearch(options.db))
      versionRoutes(api, createVersions(options))
    },
  }
}
