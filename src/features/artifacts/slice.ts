import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { artifactRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { type Artifacts, type CheckFiles, createArtifacts } from './service.ts'

export interface ArtifactsSliceOptions {
  readonly db: Db
  readonly checkFiles: CheckFiles
}

/** Published versions of projects. */
export function artifactsSlice({ db, checkFiles }: ArtifactsSliceOptions): SliceWith<Artifacts> {
  const artifacts = createArtifacts(db, checkFiles)
  return { service: artifacts, shapes: [schema], routes: (api) => artifactRoutes(api, artifacts) }
}
