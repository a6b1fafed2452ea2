import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { badRequest, notFound, notFoundIn } from '../../lib/problem.ts'
import { enterEnvironment } from '../environments/access.ts'
import { enterProject } from '../projects/access.ts'
import * as overrideStore from './override-store.ts'
import { isOverrideOf, overrideFaults, overrideOf } from './rules.ts'
import type { ConnectionOverride } from './schema.ts'
import { findConnection } from './store.ts'

export type Overrides = ReturnType<typeof createOverrides>

/**
 * What connections have in single environments. It is the `connectionOverrides` of the environment
 * (decisions.md §16), so that both show the same.
 */
export function createOverrides(db: Db) {
  async function list(
    caller: Caller,
    projectId: string,
    page: PageRequest,
    filter: { readonly environmentName?: string | undefined; readonly connectionName?: string | undefined },
  ): Promise<Page<ConnectionOverride>> {
    const grant = await enterProject(db, caller, projectId, 'connections:read')
    return overrideStore.listOverrides(db, grant, page, filter)
  }

  /**
   * Gives the named properties to the connection in the environment; `merge` keeps the others that it has
   * there.
   */
  async function set(
    caller: Caller,
    projectId: string,
    { environmentName, connectionName, connectionProperties }: ConnectionOverride,
    mode: 'merge' | 'replace',
  ): Promise<ConnectionOverride> {
    const grant = await enter(caller, projectId, environmentName)
    const found = await findConnection(db, grant, connectionName)
    if (found === undefined) throw notFound('Connection', connectionName)
    const { connection } = found
    const faults = overrideFaults(connection, connectionProperties, 'body/connectionProperties')
    if (faults.length > 0) throw badRequest(faults)
    return db.transaction().execute(async (tx) => {
      const kept = await overrideStore.lockOverrides(tx, grant)
      const before = mode === 'merge' ? overrideOf(kept, connection.name) : {}
      const properties = { ...before, ...connectionProperties }
      const override = { connectionName: connection.name, connectionProperties: properties }
      const others = kept.filter((one) => !isOverrideOf(one, connection.name))
      await overrideStore.writeOverrides(tx, grant, [...others, override])
      return { environmentName: grant.environmentName, ...override }
    })
  }

  async function remove(
    caller: Caller,
    projectId: string,
    environmentName: string,
    connectionName: string,
  ): Promise<void> {
    const grant = await enter(caller, projectId, environmentName)
    await db.transaction().execute(async (tx) => {
      const kept = await overrideStore.lockOverrides(tx, grant)
      const others = kept.filter((one) => !isOverrideOf(one, connectionName))
      if (others.length === kept.length)
        throw notFoundIn('Override of', connectionName, `the environment ${environmentName}`)
      await overrideStore.writeOverrides(tx, grant, others)
    })
  }

  const enter = (caller: Caller, projectId: string, environmentName: string) =>
    enterEnvironment(db, caller, projectId, environmentName, {
      project: 'connections:override',
      environment: 'environment:admin',
    })

  return { list, set, remove }
}
