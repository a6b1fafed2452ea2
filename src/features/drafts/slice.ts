import type { Db } from '../../db/database.ts'
import type { Slice } from '../../http/slice.ts'
import type { Writing } from '../repositories/writing/service.ts'
import { draftRoutes } from './routes.ts'
import * as schema from './schema.ts'
import { createDrafts } from './service.ts'

export {
  createFindUnpublished,
  createFindUnpublishedFile,
  createReadCommit,
  createReadDraft,
} from './unpublished.ts'

/** Drafts of people, per project and branch. */
export const draftsSlice = ({ db, writing }: { readonly db: Db; readonly writing: Writing }): Slice => ({
  shapes: [schema],
  routes: (api) => draftRoutes(api, createDrafts(db, writing)),
})
