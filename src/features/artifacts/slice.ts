import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { createReviewGate, type ReviewFiles } from '../reviews/access.ts'
import { artifactRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type Artifacts, type CheckFiles, createArtifacts } from './service.ts'

export interface ArtifactsSliceOptions {
  readonly db: Db
  readonly checkFiles: CheckFiles
  readonly reviewFiles: ReviewFiles
}

/** Published versions of projects. */
export function artifactsSlice({ db, checkFiles, reviewFiles }: ArtifactsSliceOptions): SliceWith<Artifacts> {
  const artifacts = createArtifacts(db, checkFiles, createReviewGate(db, reviewFiles))
  return { service: artifacts, shapes: [schema], routes: (api) => artifactRoutes(api, artifacts) }
}
