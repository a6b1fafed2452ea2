import type { SliceWith } from '../../http/slice.ts'
import { createReviewGate, type ReviewFiles } from '../reviews/access.ts'
import { artifactRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type ArtifactDependencies, type Artifacts, createArtifacts } from './service.ts'

export interface ArtifactsSliceOptions extends Omit<ArtifactDependencies, 'gate'> {
  readonly reviewFiles: ReviewFiles
}

/** Published versions of projects. */
export function artifactsSlice({ reviewFiles, ...options }: ArtifactsSliceOptions): SliceWith<Artifacts> {
  const artifacts = createArtifacts({ ...options, gate: createReviewGate(options.db, reviewFiles) })
  return { service: artifacts, shapes: [schema], routes: (api) => artifactRoutes(api, artifacts) }
}
