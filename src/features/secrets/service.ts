import type { Db } from '../../db/database.ts'
import { cellOf } from '../../db/sealed-columns.ts'
import type { Caller } from '../../http/caller.ts'
import type { Precondition } from '../../http/conditional.ts'
import type { PageRequest } from '../../http/page.ts'
import type { Encryption } from '../../lib/encryption.ts'
import { newId } from '../../lib/ids.ts'
import { notFound } from '../../lib/problem.ts'
import { enterProject } from '../projects/access.ts'
import { createSecretReferences, type ReferencedSecret } from './references.ts'
import type { NewSecret, SecretChange, SecretSort } from './schema.ts'
import * as store from './store.ts'

/** What a name means to a runner: a value that the project has, or where the runner's own is. */
export type FoundSecret = { readonly value: string } | { readonly reference: ReferencedSecret }

const valueCell = (id: string) => cellOf('secret.value_encrypted', id)

/** Named secrets of a project. Their values are written and never read back, but by runners. */
export function createSecrets(db: Db, encryption: Encryption) {
  async function list(caller: Caller, projectId: string, page: PageRequest, sort?: SecretSort) {
    return store.listSecrets(db, await enterProject(db, caller, projectId, 'secrets:read'), page, sort)
  }

  async function get(caller: Caller, projectId: string, name: string) {
    const grant = await enterProject(db, caller, projectId, 'secrets:read')
    return present(await store.findSecret(db, grant, name), name)
  }

  async function create(caller: Caller, projectId: string, { name, value, description }: NewSecret) {
    const grant = await enterProject(db, caller, projectId, 'secrets:write')
    const id = newId()
    const valueEncrypted = encryption.encrypt(value, valueCell(id))
    return store.insertSecret(db, grant, { id, name, description, valueEncrypted })
  }

  async function update(
    caller: Caller,
    projectId: string,
    name: string,
    { value, description }: SecretChange,
    precondition: Precondition,
  ) {
    const grant = await enterProject(db, caller, projectId, 'secrets:write')
    return db.transaction().execute(async (tx) => {
      const { id, revision } = present(await store.lockSecret(tx, grant, name), name)
      precondition.check(revision)
      const valueEncrypted = encryption.encrypt(value, valueCell(id))
      return present(await store.updateSecret(tx, grant, { id, name, description, valueEncrypted }), name)
    })
  }

  async function remove(caller: Caller, projectId: string, name: string, precondition: Precondition) {
    const grant = await enterProject(db, caller, projectId, 'secrets:write')
    await db.transaction().execute(async (tx) => {
      precondition.check(present(await store.lockSecret(tx, grant, name), name).revision)
      await store.deleteSecret(tx, grant, name)
    })
  }

  /** For a runner that holds an execution of this project; undefined when there is no such secret. */
  async function valueFor(projectId: string, name: string): Promise<string | undefined> {
    const sealed = await store.readSealedValue(db, projectId, name)
    return sealed && encryption.decrypt(sealed.valueEncrypted, valueCell(sealed.id))
  }

  /** The same for a name that may be that of a reference. */
  async function lookUp(projectId: string, name: string): Promise<FoundSecret | undefined> {
    const value = await valueFor(projectId, name)
    if (value !== undefined) return { value }
    const reference = await references.referenceFor(projectId, name)
    return reference && { reference }
  }

  const references = createSecretReferences(db)
  return { list, get, create, update, remove, valueFor, lookUp, references }
}

export type Secrets = ReturnType<typeof createSecrets>

function present(found: store.StoredSecret | undefined, name: string): store.StoredSecret {
  if (found === undefined) throw notFound('Secret', name)
  return found
}
