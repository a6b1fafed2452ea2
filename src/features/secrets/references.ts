import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import { badRequest, notFound } from '../../lib/problem.ts'
import { isSameVariable } from '../../lib/secret-names.ts'
import { enterProject } from '../projects/access.ts'
import type { NewSecretReference } from './reference-schema.ts'
import * as store from './reference-store.ts'

/** Where a runner finds the secret that a reference means. */
export interface ReferencedSecret {
  readonly secretName: string
  readonly secretKey?: string
}

/**
 * Names in a project for secrets that its runners have (decisions.md §20). A reference grants nothing: a
 * runner gives a project only the secrets that its operator granted to it, under whatever name.
 */
export function createSecretReferences(db: Db) {
  async function list(caller: Caller, projectId: string, page: PageRequest) {
    return store.listReferences(db, await enterProject(db, caller, projectId, 'secrets:read'), page)
  }

  async function get(caller: Caller, projectId: string, name: string) {
    await enterProject(db, caller, projectId, 'secrets:read')
    return present(await store.findReference(db, projectId, name), name)
  }

  async function create(caller: Caller, projectId: string, name: string, wanted: NewSecretReference) {
    const grant = await enterProject(db, caller, projectId, 'secrets:write')
    const { agentId, secretName, secretKey } = wanted
    if (secretKey !== undefined && isSameVariable(name, secretName))
      throw badRequest([
        `body/secretKey needs a reference with another name than the secret: a runner that is asked for ${name} answers with its own secret ${secretName} first, and with all of it`,
      ])
    if (agentId !== undefined && !(await store.runnerExists(db, agentId)))
      throw badRequest([`body/agentId: runner ${agentId} does not exist`])
    return store.insertReference(db, grant, name, wanted)
  }

  async function remove(caller: Caller, projectId: string, name: string, precondition: Precondition) {
    const grant = await enterProject(db, caller, projectId, 'secrets:write')
    await db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockReference(tx, grant, name), name).revision)
      await store.deleteReference(tx, grant, name)
    })
  }

  /** For a runner that holds an execution of this project; undefined when there is no such reference. */
  async function referenceFor(projectId: string, name: string): Promise<ReferencedSecret | undefined> {
    const found = await store.findReference(db, projectId, name)
    if (found === undefined) return undefined
    const { secretName, secretKey } = found.reference
    return { secretName, ...(secretKey !== undefined && { secretKey }) }
  }

  return { list, get, create, remove, referenceFor }
}

export type SecretReferences = ReturnType<typeof createSecretReferences>

function present(found: store.StoredReference | undefined, name: string): store.StoredReference {
  if (found === undefined) throw notFound('Secret reference', name)
  return found
}
