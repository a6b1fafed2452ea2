import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { SAMPLED_CHANNEL } from './channels.ts'
import { sampleRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSamples, type FindUnpublishedFile, type Samples } from './service.ts'

/** Samples of components, taken by the runners of environments. */
export function samplesSlice({
  db,
  findUnpublishedFile,
}: {
  readonly db: Db
  readonly findUnpublishedFile: FindUnpublishedFile
}): SliceWith<Samples> {
  const samples = createSamples(db, findUnpublishedFile)
  return {
    service: samples,
    shapes: [schema],
    channels: { [SAMPLED_CHANNEL]: samples.onSampled },
    routes: (api) => sampleRoutes(api, samples),
  }
}
