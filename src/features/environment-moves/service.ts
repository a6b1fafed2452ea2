import { isDeepStrictEqual } from 'node:util'
import type { ConnectionDefinition } from '../../connections/definition.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Clock } from '../../lib/clock.ts'
import type { SessionId } from '../../lib/ids.ts'
import { badRequest, conflict, notFound } from '../../lib/problem.ts'
import { NAMED_CONNECTION } from '../../protocol/messages.ts'
import { connectionFor, lockedDefinition, warehouseConnection } from '../connections/access.ts'
import { enterEnvironment } from '../environments/access.ts'
import { moveFaults, withWarehouse } from './rules.ts'
import * as runnerStore from './runner-store.ts'
import type { EnvironmentMove, NewEnvironmentMove } from './schema.ts'
import * as store from './store.ts'
import { createMoveTrail, type MoveAudit, type MoveEnd } from './trail.ts'

const reading = { project: 'environments:read', environment: 'environment:read' } as const
const changing = { project: 'environments:read', environment: 'environment:admin' } as const

export interface EnvironmentMovesOptions {
  readonly db: Db
  /** Where the ends of moves leave entries. */
  readonly audit: MoveAudit
  readonly clock: Clock
}

/** Moves of environments from their DuckDB file to a lake, which the runners of the environments make. */
export function createEnvironmentMoves({ db, audit, clock }: EnvironmentMovesOptions) {
  const trailed = createMoveTrail(audit, clock)
  async function start(
    caller: Caller,
    projectId: string,
    environmentName: string,
    { connectionName }: NewEnvironmentMove,
  ): Promise<EnvironmentMove> {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, changing)
    const id = await db.transaction().execute(async (tx) => {
      const environment = await store.lockMoving(tx, grant.environmentId)
      if (environment === undefined) throw notFound('Environment', environmentName)
      const target = await findLake(tx, projectId, environment, connectionName)
      const present = await warehouseConnection(tx, projectId, environment)
      const faults = moveFaults({ environmentName, environment, present, target })
      if (faults.length > 0) throw conflict(faults.join('. '))
      const { databases, dialectFunctions } = environment
      const connection = { ...environment.connection, databases, dialectFunctions }
      const question = {
        source: await connectionFor(tx, projectId, { ...environment, connection }),
        target: { type: NAMED_CONNECTION, definition: target, databases, dialectFunctions },
      }
      return store.insertMove(tx, grant, { connectionName: target.name, question })
    })
    return (await store.findMove(db, grant, id))!
  }

  async function get(caller: Caller, projectId: string, environmentName: string, id: string) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, reading)
    const found = await store.findMove(db, grant, id)
    if (found === undefined) throw notFound('Move', id)
    return found
  }

  async function list(caller: Caller, projectId: string, environmentName: string, page: PageRequest) {
    return store.listMoves(db, await enterEnvironment(db, caller, projectId, environmentName, reading), page)
  }

  async function cancel(caller: Caller, projectId: string, environmentName: string, id: string) {
    const grant = await enterEnvironment(db, caller, projectId, environmentName, changing)
    if (await store.cancelMove(db, grant, id)) return
    const found = await store.findMove(db, grant, id)
    if (found === undefined) throw notFound('Move', id)
    throw conflict(
      found.status === 'COMMITTING'
        ? 'The move has copied everything and is being committed: it ends in a moment'
        : `The move has ended: ${found.status}`,
    )
  }

  /** Takes the runner's word for how a move ended, once, while its session has the move. */
  async function ended(sessionId: SessionId, id: string, answer: MoveAnswer): Promise<void> {
    const found = await runnerStore.findEnding(db, sessionId, id)
    if (found === undefined) return
    await trailed(found, id, () => endMove(sessionId, id, found.environmentId, answer))
  }

  async function endMove(
    sessionId: SessionId,
    id: string,
    environmentId: string,
    answer: MoveAnswer,
  ): Promise<MoveEnd | undefined> {
    return db.transaction().execute(async (tx): Promise<MoveEnd | undefined> => {
      const fail = async (reason: string): Promise<MoveEnd> => {
        await runnerStore.failMove(tx, id, reason)
        return { status: 'FAILED', message: reason }
      }
      const environment = await store.lockMoving(tx, environmentId)
      // Now that nobody else changes the environment: it may have ended meanwhile.
      const move = await runnerStore.findEnding(tx, sessionId, id)
      if (environment === undefined || move === undefined) return undefined
      const { ok, message, ...report } = answer
      if (!ok) return fail(message ?? 'The runner gave no reason')
      const { projectId, connectionName, question } = move
      const target = await lockedDefinition(tx, projectId, environment, connectionName)
      if (!isDeepStrictEqual(plain(target), question.target.definition))
        return fail(changedMeanwhile(connectionName))
      const present = await warehouseConnection(tx, projectId, environment)
      const defaultConnections = withWarehouse(environment.defaultConnections, present?.name, connectionName)
      await runnerStore.completeMove(tx, id, report, { environmentId, defaultConnections })
      const connections = { before: environment.defaultConnections, after: defaultConnections }
      return { status: 'SUCCEEDED', connections }
    })
  }

  return {
    start,
    get,
    list,
    cancel,
    due: runnerStore.movesAreDue,
    /** Those that these sessions are to be at. */
    take: (sessionIds: readonly SessionId[]) => runnerStore.takeMoves(db, sessionIds),
    placeOf: (sessionId: SessionId, id: string) => runnerStore.findPlace(db, sessionId, id),
    progressed: (sessionId: SessionId, id: string, progress: runnerStore.Progress) =>
      runnerStore.recordProgress(db, sessionId, id, progress),
    beginCommit: (sessionId: SessionId, id: string) => runnerStore.beginCommit(db, sessionId, id),
    ended,
  }
}

export type EnvironmentMoves = ReturnType<typeof createEnvironmentMoves>

interface MoveAnswer extends runnerStore.MoveReport {
  readonly ok: boolean
  readonly message?: string | undefined
}

/**
 * The lake with the environment's overrides. Throws `bad-request` if there is no such connection, or it is
 * not a lake.
 */
async function findLake(
  tx: Db,
  projectId: string,
  environment: store.MovingEnvironment,
  connectionName: string,
): Promise<ConnectionDefinition> {
  const found = await lockedDefinition(tx, projectId, environment, connectionName)
  if (found === undefined)
    throw badRequest([
      `body/connectionName names ${connectionName}, which is not a connection of this project`,
    ])
  if (found.authProvider !== 'LAKE')
    throw badRequest([
      `body/connectionName names ${connectionName}, which is a connection to ${found.authProvider} and not to a LAKE`,
    ])
  return found
}

const plain = (value: unknown): unknown => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

const changedMeanwhile = (name: string): string =>
  `The connection ${name} was changed or deleted while the environment moved: SQL runs on the file as before. ` +
  'Start the move again; what the lake has already is not copied twice'
