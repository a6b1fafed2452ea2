import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { onUniqueViolation } from '../../db/errors.ts'
import type { Caller } from '../../http/caller.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { newId } from '../../lib/ids.ts'
import { conflict } from '../../lib/problem.ts'
import type { NewSavedView, SavedView, SavedViewPatch, ViewedList } from './schema.ts'

export interface StoredView {
  readonly view: SavedView
  /** Entity tag of this state. */
  readonly revision: string
}

interface Row {
  id: string
  list: string
  name: string
  filter: unknown
  project_id: string | null
  owner: string
  principal_id: string
  updated_at: Date
  version: number | string
}

const columns = [
  'id',
  'list',
  'name',
  'filter',
  'project_id',
  'owner',
  'principal_id',
  'updated_at',
  'version',
] as const

const viewOf = (row: Row, { principalId }: Caller): StoredView => ({
  view: {
    savedViewId: row.id,
    list: row.list as ViewedList,
    name: row.name,
    filter: row.filter as SavedView['filter'],
    ...(row.project_id !== null && { projectId: row.project_id }),
    owner: row.owner,
    isOwn: row.principal_id === principalId,
    updatedAt: row.updated_at.toISOString(),
  },
  revision: String(row.version),
})

interface Wanted {
  readonly list?: ViewedList | undefined
  /** A project that the caller may see. */
  readonly projectId?: string | undefined
}

/**
 * The caller's views, and those that are shared in a project, by name. Both have limits, so all of them are
 * counted.
 */
export async function listViews(
  db: Db,
  caller: Caller,
  { list, projectId }: Wanted,
  page: PageRequest,
): Promise<Page<SavedView>> {
  const isOfList: RawBuilder<boolean> = list === undefined ? sql`true` : sql`list = ${list}`
  const isSeen: RawBuilder<boolean> =
    projectId === undefined
      ? sql`principal_id = ${caller.principalId}`
      : sql`(principal_id = ${caller.principalId} or project_id = ${projectId})`
  const found = db.selectFrom('saved_view').where(isSeen).where(isOfList)
  const [rows, { total }] = await Promise.all([
    found
      .select(columns)
      .orderBy(sql`lower(name)`)
      .orderBy('id')
      .limit(page.size)
      .offset(page.offset)
      .execute(),
    found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ])
  return { page: page.page, results: rows.map((row) => viewOf(row, caller).view), size: page.size, total }
}

export async function findView(db: Db, caller: Caller, id: string): Promise<StoredView | undefined> {
  const row = await db.selectFrom('saved_view').select(columns).where('id', '=', id).executeTakeFirst()
  return row && viewOf(row, caller)
}

/** Keeps the view from being changed until the transaction ends. */
export async function lockView(tx: Db, caller: Caller, id: string): Promise<StoredView | undefined> {
  const row = await tx
    .selectFrom('saved_view')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && viewOf(row, caller)
}

/**
 * Lets the views of a person, or those that are shared in a project, be added by one transaction at a time.
 */
export async function lockCount(tx: Db, ownerOrProject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved views ${ownerOrProject}`}, 0))`.execute(tx)
}

export async function countViews(
  tx: Db,
  column: 'principal_id' | 'project_id',
  value: string,
): Promise<number> {
  const { count } = await tx
    .selectFrom('saved_view')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertView(tx: Db, caller: Caller, wanted: NewSavedView): Promise<StoredView> {
  const { list, name, filter, projectId = null } = wanted
  const row = await tx
    .insertInto('saved_view')
    .values({
      id: newId(),
      principal_id: caller.principalId,
      owner: caller.name,
      list,
      name,
      filter: JSON.stringify(filter),
      project_id: projectId,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(onUniqueViolation('saved_view_name', () => nameTaken(name)))
  return viewOf(row, caller)
}

/** Changes a locked view; what is absent stays. */
export async function updateView(
  tx: Db,
  caller: Caller,
  id: string,
  { name, filter, projectId }: SavedViewPatch,
): Promise<StoredView> {
  const row = await tx
    .updateTable('saved_view')
    .set((eb) => ({
      ...(name !== undefined && { name }),
      ...(filter !== undefined && { filter: JSON.stringify(filter) }),
      ...(projectId !== undefined && { project_id: projectId }),
      owner: caller.name,
      version: eb('version', '+', 1),
      updated_at: sql`now()`,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(onUniqueViolation('saved_view_name', () => nameTaken(name ?? '')))
  return viewOf(row, caller)
}

export async function deleteView(tx: Db, id: string): Promise<void> {
  await tx.deleteFrom('saved_view').where('id', '=', id).execute()
}

const nameTaken = (name: string) =>
  conflict(`You already have a view ${name} of this list; choose another name, or change that view`)
