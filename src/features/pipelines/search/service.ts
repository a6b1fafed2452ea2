import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { PageRequest } from '../../../http/page.ts'
import { searchPipelines } from './store.ts'

/** Finds pipelines by name in every project that the caller may see. */
export const createSearch = (db: Db) => (caller: Caller, name: string, page: PageRequest) =>
  searchPipelines(db, caller, name.trim(), page)

export type Search = ReturnType<typeof createSearch>
