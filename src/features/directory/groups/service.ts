import type { Db } from '../../../db/database.ts'

import type { Precondition } from '../../../http/etag.ts'
import { faultFinder } from '../../../http/validation.ts'
import { isUuid, newId } from '../../../lib/ids.ts'
import { badRequest, notFound } from '../../../lib/problem.ts'
import { type DirectoryUser, enterDirectory } from '../access.ts'
import { messageUrns, type PatchRequest, ScimGroup } from '../schema.ts'
import { groupModel } from '../scim/attributes.ts'
import { canonicalResource, type Members } from '../scim/canonical.ts'
import type { ListRequest } from '../scim/list.ts'
import { applyPatch, readPatch } from '../scim/patch.ts'
import { type Projection, type ProjectionNames, projectionOf } from '../scim/projection.ts'
import { type Location, resourceOf, revisionOf, type Tagged, withoutReadOnly } from '../scim/resource.ts'
import { ScimProblem } from '../scim/scim-problem.ts'
import { unstorable } from '../scim/storable.ts'
import { memberChange, memberIds } from './rules.ts'
import * as store from './store.ts'

export interface GroupDependencies {
  readonly db: Db
  readonly location: Location
}

const faultsOfGroup = faultFinder(ScimGroup, 'body')

/** Use cases of decisions.md §10, groups. */
export function createGroups({ db, location }: GroupDependencies) {
  function outgoing(row: store.GroupRow, projection: Projection): Tagged {
    const members = (row.members ?? []).map(({ value, display, type }) => ({
      ...(display !== null && { display }),
      ref: `${location()}/${type}s/${value}`,
      type,
      value,
    }))
    const whole = resourceOf(groupModel, row, members.length === 0 ? {} : { members }, location)
    return { resource: projection.apply(whole), revision: revisionOf(row) }
  }

  async function read(id: string, names: ProjectionNames): Promise<Tagged> {
    const projection = projectionOf(groupModel, names)
    const row = isUuid(id) ? await store.findGroup(db, id, projection.has('members')) : undefined
    if (row === undefined) throw notFound('Group', id)
    return outgoing(row, projection)
  }

  async function get(caller: DirectoryUser, id: string, names: ProjectionNames): Promise<Tagged> {
    await enterDirectory(db, caller)
    return read(id, names)
  }

  async function create(caller: DirectoryUser, body: unknown, names: ProjectionNames) {
    await enterDirectory(db, caller)
    const { members, ...attributes } = withoutReadOnly(groupModel, understood(body))
    const id = newId()
    await store.insertGroup(db, { id, attributes, memberIds: memberIds(members) })
    return { id, ...(await read(id, names)) }
  }

  async function list(caller: DirectoryUser, request: ListRequest) {
    await enterDirectory(db, caller)
    const projection = projectionOf(groupModel, request.names)
    const { total, rows } = await store.listGroups(db, request, projection.has('members'))
    return {
      schemas: [messageUrns.list],
      totalResults: total,
      startIndex: request.startIndex,
      itemsPerPage: rows.length,
      Resources: rows.map((row) => outgoing(row, projection).resource),
    }
  }

  async function replace(
    caller: DirectoryUser,
    id: string,
    body: unknown,
    precondition: Precondition,
    names: ProjectionNames,
  ) {
    await enterDirectory(db, caller)
    const resource = understood(body)
    if (resource['id'] !== undefined && resource['id'] !== id)
      throw new ScimProblem('bad-request', 'mutability', 'The id of a group cannot be changed', [
        `body/id must be ${id} or be left out`,
      ])
    const { members, ...attributes } = withoutReadOnly(groupModel, resource)
    const change = { attributes, members: [{ kind: 'replace', ids: memberIds(members) }] as const }
    await changeChecked(id, precondition, () => change)
    return read(id, names)
  }

  /** Answers nothing: a group can be very large, and whoever wants to see it asks for it. */
  async function patch(
    caller: DirectoryUser,
    id: string,
    { Operations }: PatchRequest,
    precondition: Precondition,
  ): Promise<void> {
    await enterDirectory(db, caller)
    const changes = readPatch(groupModel, Operations)
    const ofMembers = changes.filter(({ target }) => target.attribute?.name === 'members')
    const others = changes.filter((change) => !ofMembers.includes(change))
    const members = ofMembers.map(memberChange)
    await changeChecked(id, precondition, (row) => {
      const attributes = applyPatch(row.attributes, others)
      const faults = [...faultsOfGroup(attributes), ...unstorable(attributes)]
      if (faults.length > 0) throw badRequest(faults)
      return { attributes, members }
    })
  }

  async function changeChecked(
    id: string,
    precondition: Precondition,
    make: Parameters<typeof store.changeGroup>[2],
  ): Promise<void> {
    const checked = (row: store.GroupRow) => {
      precondition.check(revisionOf(row))
      return make(row)
    }
    if (!isUuid(id) || !(await store.changeGroup(db, id, checked))) throw notFound('Group', id)
  }

  async function remove(caller: DirectoryUser, id: string, precondition: Precondition): Promise<void> {
    await enterDirectory(db, caller)
    const check = (row: store.GroupRow) => precondition.check(revisionOf(row))
    if (!isUuid(id) || !(await store.deleteGroup(db, id, check))) throw notFound('Group', id)
  }

  return { get, create, list, replace, patch, remove }
}

export type Groups = ReturnType<typeof createGroups>

function understood(body: unknown): Members {
  const resource = canonicalResource(groupModel, body)
  const faults = faultsOfGroup(resource)
  if (faults.length > 0) throw badRequest(faults)
  const more = unstorable(resource as Members)
  if (more.length > 0) throw badRequest(more)
  return resource as Members
}
