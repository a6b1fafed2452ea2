import type { Db } from '../../db/database.ts'
import type { SliceWith } from '../../http/slice.ts'
import { SAMPLED_CHANNEL } from './channels.ts'
import { sampleRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createSamples, type FindUnpublishedFile, type Samples } from './service.ts'
import { createTables } from './tables.ts'
import * as tablesSchema from './tables-schema.ts'

/** Samples of components and tables of databases, read by the runners of environments. */
export function samplesSlice({
  db,
  findUnpublishedFile,
}: {
  readonly db: Db
  readonly findUnpublishedFile: FindUnpublishedFile
}): SliceWith<Samples> {
  const samples = createSamples(db, findUnpublishedFile)
  const tables = createTables(db)
  return {
    service: samples,
    shapes: [schema, tablesSchema],
    channels: {
      [SAMPLED_CHANNEL]: (id) => {
        samples.onSampled(id)
        tables.onListed(id)
      },
    },
    routes: (api) => sampleRoutes(api, samples, tables),
  }
}
