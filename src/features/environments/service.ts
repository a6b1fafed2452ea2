import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type Precondition, revisionOf } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { conflict, notFound } from '../../lib/problem.ts'
import { hasOpenMove } from '../environment-moves/access.ts'
import { type EnvironmentGrant, enterProject } from '../projects/access.ts'
import { enterEnvironment } from './access.ts'
import { checkSettings, defaultConnection } from './connection.ts'
import type { Environment, EnvironmentPatch, NewEnvironment } from './schema.ts'
import * as store from './store.ts'

/** Use cases of decisions.md §5, environments. */
export function createEnvironments(db: Db) {
  async function list(caller: Caller, projectId: string, page: PageRequest) {
    return store.listEnvironments(db, await enterProject(db, caller, projectId, 'environments:read'), page)
  }

  async function get(caller: Caller, projectId: string, name: string): Promise<Environment> {
    const purpose = { project: 'environments:read', environment: 'environment:read' } as const
    const found = await store.findEnvironment(
      db,
      await enterEnvironment(db, caller, projectId, name, purpose),
    )
    if (found === undefined) throw notFound('Environment', name)
    return found
  }

  async function create(caller: Caller, projectId: string, wanted: NewEnvironment): Promise<Environment> {
    const grant = await enterProject(db, caller, projectId, 'environments:write')
    const connection = wanted.connection ?? defaultConnection
    await db.transaction().execute(async (tx) => {
      const others = [...nameFaults(wanted), ...(await store.runnerFaults(tx, wanted.defaultAgentId))]
      await checkSettings(tx, grant, wanted, { connection, databases: wanted.databases }, others)
      await store.insertEnvironment(tx, grant, wanted, connection)
    })
    return get(caller, projectId, wanted.name)
  }

  /** Does `work` with the environment locked, when it is still as the caller has read it. */
  const changing = <T>(
    grant: EnvironmentGrant,
    precondition: Precondition,
    work: (tx: Db, present: Environment) => Promise<T>,
  ): Promise<T> =>
    db.transaction().execute(async (tx) => {
      await store.lockEnvironment(tx, grant)
      const present = await store.findEnvironment(tx, grant)
      if (present === undefined) throw notFound('Environment', grant.environmentName)
      precondition.check(revisionOf(present))
      return work(tx, present)
    })

  async function update(
    caller: Caller,
    projectId: string,
    name: string,
    patch: EnvironmentPatch,
    precondition: Precondition,
  ) {
    const purpose = { project: 'environments:read', environment: 'environment:admin' } as const
    const grant = await enterEnvironment(db, caller, projectId, name, purpose)
    await changing(grant, precondition, async (tx, present) => {
      const others = await store.runnerFaults(tx, patch.defaultAgentId)
      await checkSettings(tx, grant, patch, { ...present, ...patch }, others)
      if (MOVED.some((setting) => patch[setting] !== undefined)) await refuseWhileMoving(tx, grant)
      return store.updateEnvironment(tx, grant, patch)
    })
    return get(caller, projectId, name)
  }

  async function remove(
    caller: Caller,
    projectId: string,
    name: string,
    precondition: Precondition,
  ): Promise<void> {
    const purpose = { project: 'environments:write', environment: 'environment:admin' } as const
    const grant = await enterEnvironment(db, caller, projectId, name, purpose)
    const isDeleted = await changing(grant, precondition, async (tx) => {
      await refuseWhileMoving(tx, grant)
      return store.deleteEnvironment(tx, grant)
    })
    if (isDeleted) return
    throw conflict(
      `Executions in ${name} are queued or running; cancel them or wait for them, then delete the environment`,
    )
  }

  return { list, get, create, update, remove }
}

/** In an address they mean another place: clients take them out before they send it. */
const nameFaults = ({ name }: NewEnvironment): readonly string[] =>
  /^\.{1,2}$/.test(name) ? ['body/name must not be . or ..'] : []

/** Settings that a move to a lake reads when it begins, and changes when it ends. */
const MOVED = [
  'connection',
  'connectionOverrides',
  'databases',
  'defaultAgentId',
  'defaultConnections',
  'dialectFunctions',
] as const

async function refuseWhileMoving(
  tx: Db,
  { environmentId, environmentName }: EnvironmentGrant,
): Promise<void> {
  if (await hasOpenMove(tx, environmentId))
    throw conflict(`${environmentName} is being moved to a lake: wait until the move has ended, or cancel it`)
}

export type Environments = ReturnType<typeof createEnvironments>
