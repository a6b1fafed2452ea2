import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import type { RecordedActor } from './schema.ts'

/**
 * What a column holds, each value once, as the table `choice (value)`. An index begins with the column, and
 * each value costs one look into it: a trail of a million events by a hundred actors costs a hundred looks.
 */
const choicesOf = (column: 'operation' | 'actor_id'): RawBuilder<unknown> => {
  const ref = sql.ref(column)
  return sql`recursive choice (value) as (
    (select ${ref} from audit_event where ${ref} is not null order by ${ref} limit 1)
    union all
    select (select ${ref} from audit_event where ${ref} > c.value order by ${ref} limit 1)
      from choice c where c.value is not null)`
}

const contains = (text: RawBuilder<unknown>, part: string) =>
  sql`position(lower(${part}) in lower(${text})) > 0`

/** Operations that the trail has events of, by name, whose names contain `part`. */
export async function listOperations(
  db: Db,
  part: string,
  page: PageRequest,
): Promise<Page<{ operation: string }>> {
  const found = sql`
    select json_build_object('operation', value) as choice, value as name, value as id
      from choice where ${contains(sql`value`, part)}`
  return paged(db, sql`with ${choicesOf('operation')}, found as (${found})`, page)
}

/**
 * Who the trail has events of, by name, those included that are deleted by now. `part` is looked for in the
 * name of the actor's newest event, in the user name and in the id.
 */
export async function listActors(db: Db, part: string, page: PageRequest): Promise<Page<RecordedActor>> {
  const uuid = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  const found = sql`
    select json_strip_nulls(json_build_object('id', c.value, 'kind', e.actor ->> 'kind', 'name', e.actor ->> 'name',
                                              'userName', u.attributes ->> 'userName')) as choice,
           e.actor ->> 'name' as name, c.value as id
      from choice c
      cross join lateral (select (entry::jsonb) -> 'actor' as actor from audit_event
                           where actor_id = c.value order by seq desc limit 1) e
      left join directory_user u on u.id = case when c.value ~ ${uuid} then c.value::uuid end
     where ${contains(sql`concat_ws(' ', e.actor ->> 'name', u.attributes ->> 'userName', c.value)`, part)}`
  return paged(db, sql`with ${choicesOf('actor_id')}, found as (${found})`, page)
}

async function paged<T>(db: Db, tables: RawBuilder<unknown>, page: PageRequest): Promise<Page<T>> {
  const { rows } = await sql<{ total: number; results: T[] }>`
    ${tables}
    select (select count(*) from found) as total,
           (select coalesce(json_agg(choice order by lower(name), id), '[]')
              from (select * from found order by lower(name), id
                     limit ${page.size} offset ${page.offset}) f) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}
