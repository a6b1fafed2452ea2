import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { conflict, notFound } from '../../../lib/problem.ts'
import { enterEnvironment } from '../../environments/access.ts'
import { enterProject, missing } from '../../projects/access.ts'
import { enterExecution } from '../access.ts'
import { findExecution } from '../queries/find-store.ts'
import { sinceTimeFrame } from '../queries/time-frame.ts'
import type { ExecutionAddress, ExecutionPatch, NewCancellations } from '../schema.ts'
import { cancelExecution, cancelExecutions } from './cancel-store.ts'

const cancelling = { project: 'executions:cancel', environment: 'environment:run' } as const

/** Executions that one request cancels: they are locked for some tenths of a second. */
const MAX_CANCELLED = 5_000

/** Cancelling executions that callers ask for. */
export function createCancel(db: Db) {
  /**
   * Cancels an execution, or finds it cancelled. One that ended otherwise, or that a step runs, is a
   * conflict.
   */
  async function cancel(
    caller: Caller,
    address: ExecutionAddress,
    { forceUpdate = false }: ExecutionPatch,
  ): Promise<void> {
    const { pipelineExecutionId: id } = address
    const grant = await enterExecution(db, caller, address, 'executions:cancel')
    const found = await findExecution(db, grant, id)
    if (found === undefined) throw notFound('Pipeline execution', id)
    const change = await cancelExecution(db, grant, id, forceUpdate)
    if (change === undefined) throw missing(`environment:run in ${found.environmentName}`)
    const { after, parentId } = change
    if (parentId !== null)
      throw conflict(`This execution was started by a step of ${parentId}; cancel that execution`)
    if (after !== 'CANCELLED' && after !== 'CANCELLING')
      throw conflict(`The execution has already ended: it is ${after}`)
  }

  /** Throws unless the caller may cancel the execution. */
  async function admitToCancel(caller: Caller, address: ExecutionAddress): Promise<void> {
    const { pipelineExecutionId: id } = address
    const grant = await enterExecution(db, caller, address, 'executions:cancel')
    const found = await findExecution(db, grant, id)
    if (found === undefined) throw notFound('Pipeline execution', id)
    if (grant.role !== 'ADMIN')
      await enterEnvironment(db, caller, grant.projectId, found.environmentName, cancelling)
  }

  /**
   * Cancels what a list with the same filter shows, as far as it is live, up to a limit: repeat it until
   * nothing is left.
   */
  async function cancelMany(caller: Caller, projectId: string, wanted: NewCancellations) {
    const grant = await enterProject(db, caller, projectId, 'executions:cancel')
    if (wanted.environmentName !== undefined && grant.role !== 'ADMIN')
      await enterEnvironment(db, caller, projectId, wanted.environmentName, cancelling)
    const { forceUpdate = false, limit = MAX_CANCELLED, status, timeFrame, ...filter } = wanted
    const since = sinceTimeFrame('body', timeFrame, filter.queuedAfter)
    const states = status === undefined ? {} : { status: [status].flat() }
    return db
      .transaction()
      .execute((tx) => cancelExecutions(tx, grant, { ...filter, ...since, ...states }, forceUpdate, limit))
  }

  return { admitToCancel, cancel, cancelMany }
}
