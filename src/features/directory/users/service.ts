import type { Db } from '../../../db/database.ts'

import type { Precondition } from '../../../http/etag.ts'
import { faultFinder } from '../../../http/validation.ts'
import { isUuid, newId } from '../../../lib/ids.ts'
import { badRequest, notFound } from '../../../lib/problem.ts'
import { hashSecret } from '../../../lib/secret-hash.ts'
import { type DirectoryUser, enterDirectory } from '../access.ts'
import { messageUrns, NewScimUser, type PatchRequest, ScimUser } from '../schema.ts'
import { userModel } from '../scim/attributes.ts'
import { canonicalResource, type Members } from '../scim/canonical.ts'
import type { ListRequest } from '../scim/list.ts'
import { applyPatch, readPatch } from '../scim/patch.ts'
import { type Projection, type ProjectionNames, projectionOf } from '../scim/projection.ts'
import { type Location, resourceOf, revisionOf, type Tagged, withoutReadOnly } from '../scim/resource.ts'
import { ScimProblem } from '../scim/scim-problem.ts'
import { splitPassword, userFaults, withActive } from './rules.ts'
import * as store from './store.ts'

export interface UserDependencies {
  readonly db: Db
  readonly location: Location
}

const faultsOfUser = faultFinder(ScimUser, 'body')
const faultsOfNewUser = faultFinder(NewScimUser, 'body')

/** Use cases of the specification, "Create SCIM user", and of decisions.md §10, users. */
export function createUsers({ db, location }: UserDependencies) {
  function outgoing(row: store.UserRow, projection: Projection): Tagged {
    const groups = (row.groups ?? []).map(({ value, display }) => ({
      display,
      ref: `${location()}/Groups/${value}`,
      value,
    }))
    const whole = resourceOf(userModel, row, groups.length === 0 ? {} : { groups }, location)
    return { resource: projection.apply(whole), revision: revisionOf(row) }
  }

  async function read(id: string, names: ProjectionNames): Promise<Tagged> {
    const projection = projectionOf(userModel, names)
    const row = isUuid(id) ? await store.findUser(db, id, projection.has('groups')) : undefined
    if (row === undefined) throw notFound('User', id)
    return outgoing(row, projection)
  }

  async function get(caller: DirectoryUser, id: string, names: ProjectionNames): Promise<Tagged> {
    await enterDirectory(db, caller)
    return read(id, names)
  }

  async function create(caller: DirectoryUser, body: unknown, names: ProjectionNames) {
    const { requireMeta } = await enterDirectory(db, caller)
    const resource = understood(body, requireMeta ? faultsOfNewUser : faultsOfUser)
    const { attributes, password } = splitPassword(withActive(withoutReadOnly(userModel, resource), {}))
    const id = newId()
    await store.insertUser(db, { id, attributes, passwordHash: await hashed(password) })
    return { id, ...(await read(id, names)) }
  }

  async function list(caller: DirectoryUser, request: ListRequest) {
    await enterDirectory(db, caller)
    const projection = projectionOf(userModel, request.names)
    const { total, rows } = await store.listUsers(db, request, projection.has('groups'))
    return {
      schemas: [messageUrns.list],
      totalResults: total,
      startIndex: request.startIndex,
      itemsPerPage: rows.length,
      Resources: rows.map((row) => outgoing(row, projection).resource),
    }
  }

  /** PUT: attributes that are not given are unassigned; `active` and the password stay unless they are given. */
  async function replace(
    caller: DirectoryUser,
    id: string,
    body: unknown,
    precondition: Precondition,
    names: ProjectionNames,
  ) {
    await enterDirectory(db, caller)
    const resource = understood(body, faultsOfUser)
    if (resource['id'] !== undefined && resource['id'] !== id)
      throw new ScimProblem('bad-request', 'mutability', 'The id of a user cannot be changed', [
        `body/id must be ${id} or be left out`,
      ])
    const { attributes, password } = splitPassword(withoutReadOnly(userModel, resource))
    const passwordHash = await hashed(password)
    await change(id, precondition, async (row) => ({
      attributes: withActive(attributes, row.attributes),
      passwordHash,
    }))
    return read(id, names)
  }

  async function patch(
    caller: DirectoryUser,
    id: string,
    { Operations }: PatchRequest,
    precondition: Precondition,
    names: ProjectionNames,
  ) {
    await enterDirectory(db, caller)
    const changes = readPatch(userModel, Operations)
    await change(id, precondition, async (row) => {
      const changed = applyPatch(row.attributes, changes)
      refuse([...faultsOfUser(changed), ...userFaults(changed)])
      const { attributes, password } = splitPassword(changed)
      return { attributes: withActive(attributes, row.attributes), passwordHash: await hashed(password) }
    })
    return read(id, names)
  }

  async function change(
    id: string,
    precondition: Precondition,
    make: Parameters<typeof store.changeUser>[2],
  ): Promise<void> {
    const checked = async (row: store.UserRow) => {
      precondition.check(revisionOf(row))
      return make(row)
    }
    if (!isUuid(id) || !(await store.changeUser(db, id, checked))) throw notFound('User', id)
  }

  async function remove(caller: DirectoryUser, id: string, precondition: Precondition): Promise<void> {
    await enterDirectory(db, caller)
    const check = (row: store.UserRow) => precondition.check(revisionOf(row))
    if (!isUuid(id) || !(await store.deleteUser(db, id, check))) throw notFound('User', id)
  }

  return { get, create, list, replace, patch, remove }
}

export type Users = ReturnType<typeof createUsers>

/** What a client sent, in canonical form. Throws `bad-request` with every fault. */
function understood(body: unknown, faultsOf: (value: unknown) => string[]): Members {
  const resource = canonicalResource(userModel, body)
  const faults = faultsOf(resource)
  refuse(faults.length > 0 ? faults : userFaults(resource as Members))
  return resource as Members
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw badRequest(faults)
}

const hashed = async (password: string | undefined): Promise<string | undefined> =>
  password === undefined ? undefined : hashSecret(password)
