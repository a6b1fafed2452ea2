import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { ParsePipeline } from '../../pipeline/parse.ts'
import type { CutPart } from '../../pipeline/part.ts'
import { createCancel } from './endings/cancel.ts'
import { exportJournal } from './journal/export.ts'
import { createDeclaredVariables } from './queries/declared-variables.ts'
import { findExecution } from './queries/find-store.ts'
import { createQueries } from './queries/queries.ts'
import { createCheckValues } from './queue/caller-values.ts'
import type { HandOff } from './queue/offer.ts'
import { createStart } from './queue/start.ts'
import { createUnpublishedRuns, type FindUnpublished } from './queue/unpublished.ts'
import { createReruns } from './reruns/rerun.ts'
import type { Execution, ExecutionAddress, ExecutionPatch } from './schema.ts'

export interface ExecutionDependencies {
  readonly db: Db
  /** Connections of their own for what waits for the disk, so that reads do not wait behind it. */
  readonly writer: Db
  readonly parsePipeline: ParsePipeline
  /** The runners connected to this process, which may take a new execution at once. */
  readonly handOff: HandOff
  readonly findUnpublished: FindUnpublished
  readonly cutPart: CutPart
}

/** The use cases of executions. */
export function createExecutions(dependencies: ExecutionDependencies) {
  const { db, writer, parsePipeline, handOff, findUnpublished, cutPart } = dependencies
  const declaredBy = createDeclaredVariables(db, parsePipeline)
  const queries = createQueries(db, parsePipeline, declaredBy)
  const { admitToCancel, cancel, cancelMany } = createCancel(db)
  const checkValues = createCheckValues(db, parsePipeline)
  const { create, createTests } = createStart({
    db,
    writer,
    handOff,
    checkValues,
    unpublished: createUnpublishedRuns(db, findUnpublished, cutPart),
    find: (grant, id) => findExecution(db, grant, id),
  })

  return {
    ...queries,
    create,
    createTests,
    admitToCancel,
    cancelMany,
    ...createReruns(db, parsePipeline, checkValues),
    /** Enters before the first byte is sent, so that a refusal is still a problem document. */
    async journal(caller: Caller, projectId: string, id: string): Promise<AsyncIterable<string>> {
      const { pipelineExecutionId } = await queries.get(caller, id, projectId)
      return exportJournal(db, declaredBy, pipelineExecutionId)
    },
    /** Cancels an execution and answers what it is now. */
    async cancel(caller: Caller, address: ExecutionAddress, patch: ExecutionPatch): Promise<Execution> {
      await cancel(caller, address, patch)
      return queries.get(caller, address.pipelineExecutionId, address.projectId)
    },
  }
}

export type Executions = ReturnType<typeof createExecutions>
export { endAllSessions } from './endings/runner-loss-store.ts'
export { findLogged, readLog } from './logs/log-store.ts'
export type { ExecutionLogs } from './logs/logs.ts'
export { type CheckValues, createCheckValues } from './queue/caller-values.ts'
export { QUEUED_CHANNEL } from './queue/channels.ts'
export {
  BACKFILL_PRIORITY,
  deleteUnbegun,
  insertScheduledExecution,
  insertScheduledExecutions,
  NO_ARTIFACT,
  type ScheduledExecution,
} from './queue/scheduled-store.ts'
export { refuseUnpublished } from './queue/unpublished.ts'
export type { FindUnpublished }
