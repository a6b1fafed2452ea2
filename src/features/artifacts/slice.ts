import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { artifactRoutes } from './routes.ts'
import { type Artifacts, createArtifacts, type ValidateFiles } from './service.ts'

export interface ArtifactsSliceOptions {
  readonly db: Db
  readonly validateFiles: ValidateFiles
}

/** Published versions of projects. */
export function artifactsSlice({ db, validateFiles }: ArtifactsSliceOptions): SliceWith<Artifacts> {
  const artifacts = createArtifacts(db, validateFiles)
  return { service: artifacts, routes: (api) => artifactRoutes(api, artifacts) }
}
