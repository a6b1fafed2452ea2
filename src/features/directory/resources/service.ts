import type { Db } from '../../../db/database.ts'
import type { Precondition } from '../../../http/conditional.ts'
import { isUuid, newId } from '../../../lib/ids.ts'
import { badRequest, notFound } from '../../../lib/problem.ts'
import { type DirectoryUser, enterDirectory } from '../access.ts'
import type { DirectoryGrant } from '../grant.ts'
import { messageUrns, type PatchRequest } from '../schema.ts'
import type { ResourceModel } from '../scim/attributes.ts'
import { canonicalResource, isMembers, type Members } from '../scim/canonical.ts'
import { givenViolations } from '../scim/given.ts'
import type { ListRequest } from '../scim/list.ts'
import { type Change, readPatch } from '../scim/patch.ts'
import { type ProjectionNames, projectionOf } from '../scim/projection.ts'
import {
  type Location,
  type ResourceRow,
  resourceOf,
  revisionOf,
  type Tagged,
  tagOf,
  withoutReadOnly,
} from '../scim/resource.ts'
import { invalidValues, ScimProblem } from '../scim/scim-problem.ts'
import type { ListedRows } from './resource-store.ts'

/** What a store keeps of one kind of resource: `Row` is what it reads, `Content` what it writes. */
export interface ResourceStore<Row extends ResourceRow, Content> {
  insert(db: Db, grant: DirectoryGrant, id: string, content: Content): Promise<void>
  find(db: Db, grant: DirectoryGrant, id: string, withLinks: boolean): Promise<Row | undefined>
  list(db: Db, grant: DirectoryGrant, request: ListRequest, withLinks: boolean): Promise<ListedRows<Row>>
  /** False when there is no such resource. */
  change(db: Db, grant: DirectoryGrant, id: string, change: (row: Row) => Promise<Content>): Promise<boolean>
  remove(db: Db, grant: DirectoryGrant, id: string, check: (row: Row) => void): Promise<boolean>
}

/** What a client sends a whole resource for, and whether the directory wants `meta` in a new one. */
export interface Given {
  readonly isNew: boolean
  readonly requireMeta: boolean
}

/** Where users and groups differ. */
export interface ResourceKind<Row extends ResourceRow, Content> {
  readonly model: ResourceModel
  /** The attribute made of memberships. It is read only when a response has it: it can be very large. */
  readonly linksAttribute: 'groups' | 'members'
  links(row: Row, location: string): readonly Members[]
  /** Violations of a resource in canonical form, one sentence each. */
  violations(resource: unknown, given: Given): string[]
  /** What to store of a resource that a client sent, without its read-only attributes. */
  contentOf(attributes: Members, grant: DirectoryGrant): Promise<Content>
  /** The same, once the attributes that the resource has are known: none for a new one. */
  keeping(content: Content, held: Members): Content
  /**
   * What a patch makes of the attributes that a resource has. Throws what is wrong whatever they are at once.
   */
  patched(changes: readonly Change[], grant: DirectoryGrant): (held: Members) => Promise<Content>
}

export interface ResourceDependencies {
  readonly db: Db
  readonly location: Location
}

/** The use cases of one kind of SCIM resource (RFC 7644 §3). */
export function createScimResource<Row extends ResourceRow, Content>(
  kind: ResourceKind<Row, Content>,
  store: ResourceStore<Row, Content>,
  { db, location }: ResourceDependencies,
) {
  const { model, linksAttribute } = kind
  const { name } = model.core

  function outgoing(row: Row, names: ProjectionNames): Tagged {
    const found = kind.links(row, location())
    const links = found.length === 0 ? {} : { [linksAttribute]: found }
    const whole = resourceOf(model, row, links, location)
    return { resource: projectionOf(model, names).apply(whole), etag: tagOf(row, links) }
  }

  async function read(grant: DirectoryGrant, id: string, names: ProjectionNames): Promise<Tagged> {
    const withLinks = projectionOf(model, names).has(linksAttribute)
    const row = isUuid(id) ? await store.find(db, grant, id, withLinks) : undefined
    if (row === undefined) throw notFound(name, id)
    return outgoing(row, names)
  }

  /** What a client sent, in canonical form. Throws `bad-request` with every violation. */
  function accepted(body: unknown, given: Given): Members {
    const resource = canonicalResource(model, body)
    const violations = [...givenViolations(model, body, given), ...kind.violations(resource, given)]
    if (violations.length > 0) throw isMembers(body) ? invalidValues(violations) : badRequest(violations)
    return resource as Members
  }

  async function change(
    grant: DirectoryGrant,
    id: string,
    precondition: Precondition,
    make: (row: Row) => Promise<Content>,
  ) {
    const checked = async (row: Row) => {
      precondition.check(revisionOf(row))
      return make(row)
    }
    if (!isUuid(id) || !(await store.change(db, grant, id, checked))) throw notFound(name, id)
  }

  return {
    async get(caller: DirectoryUser, id: string, names: ProjectionNames): Promise<Tagged> {
      return read(await enterDirectory(db, caller), id, names)
    },

    async list(caller: DirectoryUser, request: ListRequest) {
      const grant = await enterDirectory(db, caller)
      const withLinks = projectionOf(model, request.names).has(linksAttribute)
      const { total, rows } = await store.list(db, grant, request, withLinks)
      return {
        schemas: [messageUrns.list],
        totalResults: total,
        startIndex: request.startIndex,
        itemsPerPage: rows.length,
        Resources: rows.map((row) => outgoing(row, request.names).resource),
      }
    },

    async create(caller: DirectoryUser, body: unknown, names: ProjectionNames) {
      const grant = await enterDirectory(db, caller)
      const { requireMeta } = grant
      const resource = accepted(body, { isNew: true, requireMeta })
      const content = await kind.contentOf(withoutReadOnly(model, resource), grant)
      const id = newId()
      await store.insert(db, grant, id, kind.keeping(content, {}))
      return { id, ...(await read(grant, id, names)) }
    },

    /** PUT: attributes that are not given are unassigned. */
    async replace(
      caller: DirectoryUser,
      id: string,
      body: unknown,
      precondition: Precondition,
      names: ProjectionNames,
    ): Promise<Tagged> {
      const grant = await enterDirectory(db, caller)
      const { requireMeta } = grant
      const resource = accepted(body, { isNew: false, requireMeta })
      const { id: given = id } = resource
      if (String(given).toLowerCase() !== id.toLowerCase()) throw idCannotChange(name, id)
      const content = await kind.contentOf(withoutReadOnly(model, resource), grant)
      await change(grant, id, precondition, async (row) => kind.keeping(content, row.attributes))
      return read(grant, id, names)
    },

    /** Reads the changed resource only when `names` says what to return: a group can be very large. */
    async patch(
      caller: DirectoryUser,
      id: string,
      { Operations }: PatchRequest,
      precondition: Precondition,
      names: ProjectionNames | undefined,
    ): Promise<Tagged | undefined> {
      const grant = await enterDirectory(db, caller)
      const patched = kind.patched(readPatch(model, Operations), grant)
      await change(grant, id, precondition, (row) => patched(row.attributes))
      return names === undefined ? undefined : read(grant, id, names)
    },

    async remove(caller: DirectoryUser, id: string, precondition: Precondition): Promise<void> {
      const grant = await enterDirectory(db, caller)
      const check = (row: Row) => precondition.check(revisionOf(row))
      if (!isUuid(id) || !(await store.remove(db, grant, id, check))) throw notFound(name, id)
    },
  }
}

const idCannotChange = (name: 'User' | 'Group' | 'EnterpriseUser', id: string) =>
  new ScimProblem('bad-request', 'mutability', `The id of a ${name.toLowerCase()} cannot be changed`, [
    `body/id must be ${id} or be left out`,
  ])

/** The use cases of one kind of resource, whatever is stored of it. */
export type ScimResource = ReturnType<typeof createScimResource>
