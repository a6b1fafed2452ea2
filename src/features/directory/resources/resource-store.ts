import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { onUniqueViolation } from '../../../db/errors.ts'
import { instant } from '../../../db/instant.ts'
import { filterCondition, type Source, sortOrder } from '../filters/store.ts'
import type { DirectoryGrant } from '../grant.ts'
import type { Members } from '../scim/canonical.ts'
import type { ListRequest } from '../scim/list.ts'
import type { ResourceRow } from '../scim/resource.ts'
import { ScimProblem } from '../scim/scim-problem.ts'
import { type Reach, reached } from './reach-store.ts'

/**
 * How a kind of resource is stored: both kinds keep their attributes as one JSON value in a table of their
 * own.
 */
export interface ResourceTable {
  readonly table: 'directory_user' | 'directory_group'
  readonly noun: 'user' | 'group'
  readonly source: (grant: DirectoryGrant) => Source
  /** The rows of `group_member` as JSON, where `r` is the resource. */
  readonly links: {
    readonly name: 'groups' | 'members'
    readonly json: (grant: DirectoryGrant) => RawBuilder<unknown>
  }
  /** Unique indexes, and the attributes they keep unique. */
  readonly unique: readonly { readonly index: string; readonly attribute: string }[]
}

export interface ListedRows<Row> {
  readonly total: number
  readonly rows: Row[]
}

/** The statements that users and groups have in common. */
export function createResourceStore<Row extends ResourceRow>(resource: ResourceTable) {
  const { source, noun, links, unique } = resource
  const table = sql.table(resource.table)

  const rowJson = (grant: DirectoryGrant, withLinks: boolean) => sql`json_build_object(
    'id', r.id, 'attributes', r.attributes, 'version', r.version,
    'createdAt', ${instant('r.created_at')}, 'updatedAt', ${instant('r.updated_at')}
    ${withLinks ? sql`, ${sql.lit(links.name)}, ${links.json(grant)}` : sql``})`

  async function find(
    db: Db,
    grant: DirectoryGrant,
    id: string,
    withLinks: boolean,
  ): Promise<Row | undefined> {
    const { rows } = await sql<{ row: Row }>`
      select ${rowJson(grant, withLinks)} as row from ${table} r
       where r.id = ${id} and ${reached(grant, 'r')}`.execute(db)
    return rows[0]?.row
  }

  /**
   * One page of the resources that a filter selects, and how many there are in all: counted separately,
   * because a page past the end has no row that could carry the number.
   */
  async function list(
    db: Db,
    grant: DirectoryGrant,
    request: ListRequest,
    withLinks: boolean,
  ): Promise<ListedRows<Row>> {
    const { filter, sortBy, descending, startIndex, count } = request
    const condition = sql`${reached(grant, 'r')} and ${filterCondition(filter, source(grant))}`
    const order = sortOrder(sortBy, descending, source(grant))
    const { rows } = await sql<ListedRows<Row>>`
      select (select count(*) from ${table} r where ${condition}) as total,
             (select coalesce(json_agg(${rowJson(grant, withLinks)} order by r.position), '[]') from (
                select s.*, row_number() over () as position from (
                  select r.* from ${table} r where ${condition}
                   order by ${order} limit ${count} offset ${startIndex - 1}) s) r) as rows`.execute(db)
    return rows[0]!
  }

  async function lock(tx: Db, grant: DirectoryGrant, id: string): Promise<Row | undefined> {
    const { rows } = await sql<{ row: Row }>`
      select ${rowJson(grant, false)} as row from ${table} r
       where r.id = ${id} and ${reached(grant, 'r')} for update`.execute(tx)
    return rows[0]?.row
  }

  /**
   * Changes a resource in one transaction. `change` sees the locked row, so that no one else can change it
   * meanwhile, and returns what to write; `write` stores it. False when there is no such resource.
   */
  async function change<Content>(
    db: Db,
    grant: DirectoryGrant,
    id: string,
    change: (row: Row) => Promise<Content>,
    write: (tx: Db, content: Content) => Promise<void>,
  ): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const row = await lock(tx, grant, id)
      if (row === undefined) return false
      await write(tx, await change(row))
      return true
    })
  }

  /**
   * Stores attributes. The version and the time of the change are raised only where the attributes are
   * others, or something beside them `isChanged` (RFC 7644 §3.5.2.1). Throws 409 `uniqueness`.
   */
  async function updateAttributes(
    tx: Db,
    grant: Reach,
    id: string,
    attributes: Members,
    isChanged: boolean,
  ): Promise<void> {
    const updated = sql`
      update ${table} r
         set attributes = v.attributes, folded = lower(v.attributes::text)::jsonb,
             version = r.version + 1, updated_at = now()
        from (values (${JSON.stringify(attributes)}::jsonb)) v (attributes)
       where id = ${id} and (${isChanged}::boolean or r.attributes <> v.attributes)`.execute(tx)
    await refuseTaken(updated, attributes, grant)
  }

  /**
   * Deletes a resource with everything that refers to its principal: roles, memberships, sessions and tokens.
   * `check` sees the locked row first. False when there is no such resource.
   */
  async function remove(
    db: Db,
    grant: DirectoryGrant,
    id: string,
    check: (row: Row) => void,
  ): Promise<boolean> {
    return db.transaction().execute(async (tx) => {
      const row = await lock(tx, grant, id)
      if (row === undefined) return false
      check(row)
      await sql`delete from principal where id = ${id}`.execute(tx)
      return true
    })
  }

  /** Turns the violation of a unique index into a 409 `uniqueness` that names the attribute. */
  async function refuseTaken<T>(
    statement: Promise<T>,
    attributes: Members,
    { byDirectory }: Reach,
  ): Promise<T> {
    const taken = (attribute: string) =>
      new ScimProblem(
        'conflict',
        'uniqueness',
        `There is already a ${noun} whose ${attribute} is ${String(attributes[attribute])}`,
        [`body/${attribute} is taken${byDirectory ? outOfReach(noun) : ''}`],
      )
    return unique.reduce(
      (result, { index, attribute }) => result.catch(onUniqueViolation(index, () => taken(attribute))),
      statement,
    )
  }

  return { find, list, change, updateAttributes, remove, refuseTaken }
}

/** A provider shows the whole sentence to its administrator, who sees a name refused that no search finds. */
const outOfReach = (noun: string) =>
  `. If a search finds no such ${noun}, this token does not reach it: it was made here or has an account role. ` +
  'PUT /v1/directory-integration/reach/{id} gives it to the directory'
