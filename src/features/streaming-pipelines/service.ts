import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import { Problem } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'

/** Streaming pipelines: a project has none, because nothing runs them yet. */
export const createStreamingPipelines = (db: Db) => ({
  async list(caller: Caller, projectId: string, { page, size }: PageRequest) {
    await enterProject(db, caller, projectId, 'project:read')
    return { page, results: [], size, total: 0 }
  },
  async create(caller: Caller, projectId: string): Promise<never> {
    await enterProject(db, caller, projectId, 'project:write')
    throw new Problem(
      'not-implemented',
      'Streaming pipelines are not available yet: nothing here can run them',
    )
  },
})

export type StreamingPipelines = ReturnType<typeof createStreamingPipelines>
