import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, conflict, notFound } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import {
  MAX_STREAMING_PIPELINES,
  type NewStreamingPipeline,
  type StreamingPipelineCommand,
  type StreamingPipelineState,
} from './schema.ts'
import * as store from './store.ts'

const NOT_RUNNING: StreamingPipelineState = { status: 'NOT_RUNNING' }

/** Definitions of streaming pipelines (decisions.md §17). They are kept, and nothing here runs them. */
export function createStreamingPipelines(db: Db) {
  const read = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'project:read')
  const write = (caller: Caller, projectId: string) => enterProject(db, caller, projectId, 'project:write')

  async function list(caller: Caller, projectId: string, page: PageRequest) {
    return store.listStreamingPipelines(db, await read(caller, projectId), page)
  }

  async function get(caller: Caller, projectId: string, id: string) {
    return present(await store.findStreamingPipeline(db, await read(caller, projectId), id), id)
  }

  async function create(caller: Caller, projectId: string, wanted: NewStreamingPipeline) {
    const grant = await write(caller, projectId)
    return db.transaction().execute(async (tx) => {
      await checkRunner(tx, wanted)
      await store.lockCount(tx, grant)
      if ((await store.countStreamingPipelines(tx, grant)) >= MAX_STREAMING_PIPELINES)
        throw conflict(
          `A project has at most ${MAX_STREAMING_PIPELINES} streaming pipelines; delete one first`,
        )
      return store.insertStreamingPipeline(tx, grant, wanted)
    })
  }

  async function replace(
    caller: Caller,
    projectId: string,
    id: string,
    wanted: NewStreamingPipeline,
    precondition: Precondition,
  ) {
    const grant = await write(caller, projectId)
    return db.transaction().execute(async (tx) => {
      const found = present(await store.lockStreamingPipeline(tx, grant, id), id)
      precondition.check(found.revision)
      // A definition may outlive its runner and can be changed all the same.
      if (wanted.agentId !== found.pipeline.agentId) await checkRunner(tx, wanted)
      return store.replaceStreamingPipeline(tx, grant, id, wanted)
    })
  }

  async function remove(caller: Caller, projectId: string, id: string, precondition: Precondition) {
    const grant = await write(caller, projectId)
    await db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockStreamingPipeline(tx, grant, id), id).revision)
      await store.deleteStreamingPipeline(tx, grant, id)
    })
  }

  async function status(caller: Caller, projectId: string, id: string): Promise<StreamingPipelineState> {
    await get(caller, projectId, id)
    return NOT_RUNNING
  }

  /** STOP finds what it asks for; START cannot succeed. */
  async function command(
    caller: Caller,
    projectId: string,
    id: string,
    { command: wanted }: StreamingPipelineCommand,
  ): Promise<StreamingPipelineState> {
    const grant = await write(caller, projectId)
    const { pipeline } = present(await store.findStreamingPipeline(db, grant, id), id)
    if (wanted === 'STOP') return NOT_RUNNING
    throw conflict(
      `The streaming pipeline ${pipeline.name} cannot start: no runner of this version can run streams. Its definition is kept`,
    )
  }

  return { list, get, create, replace, remove, status, command }
}

export type StreamingPipelines = ReturnType<typeof createStreamingPipelines>

async function checkRunner(db: Db, { agentId }: NewStreamingPipeline): Promise<void> {
  if (!(await store.runnerExists(db, agentId)))
    throw badRequest([`body/agentId: runner ${agentId} does not exist`])
}

function present(found: store.StoredStreamingPipeline | undefined, id: string) {
  if (found === undefined) throw notFound('Streaming pipeline', id)
  return found
}
