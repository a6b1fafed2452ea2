import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { orderedBy } from '../../db/order.ts'
import type { Page, PageRequest } from '../../http/page.ts'
import { orderOf } from '../../http/sort.ts'
import type { Principal, PrincipalsQuery } from './schema.ts'
import { name, named } from './store.ts'

const principalJson = sql`json_build_object(
  'id', p.id, 'kind', p.kind, 'name', ${name}, 'accountRole', p.account_role,
  'active', coalesce((u.attributes ->> 'active')::boolean, true))`

/** The table `d` of users or groups, and their names as its indexes have them. */
const directories = {
  USER: {
    table: sql`directory_user d`,
    shownName: sql`lower(coalesce(d.attributes ->> 'displayName', d.attributes ->> 'userName', d.id::text))`,
    isNamed: (wanted: string) => sql`(
      lower(coalesce(d.attributes ->> 'displayName', d.attributes ->> 'userName', d.id::text)) = lower(${wanted})
      or lower(d.attributes ->> 'userName') collate "C" = lower(${wanted}))`,
  },
  GROUP: {
    table: sql`directory_group d`,
    shownName: sql`lower(coalesce(d.attributes ->> 'displayName', d.id::text))`,
    isNamed: (wanted: string) =>
      sql`lower(coalesce(d.attributes ->> 'displayName', d.id::text)) = lower(${wanted})`,
  },
} as const

/**
 * Users or groups, oldest first unless another order is asked for; with `name`, those who have it or, users,
 * that user name. Identifiers are given in the order of creation. The page is found in an index; only its
 * rows are read.
 */
export async function listPrincipals(
  db: Db,
  kind: 'USER' | 'GROUP',
  page: PageRequest,
  { name: wanted, sort }: PrincipalsQuery = {},
): Promise<Page<Principal>> {
  const { table, shownName, isNamed } = directories[kind]
  const asked = orderOf(sort, 'createdAt')
  const order = orderedBy(asked, asked.by === 'name' ? [shownName, sql`d.id`] : [sql`d.id`])
  const condition = wanted === undefined ? sql`true` : isNamed(wanted)
  const { rows } = await sql<{ total: number; results: Principal[] }>`
    with shown as (
      select d.id, row_number() over (order by ${order}) as position from ${table}
       where ${condition} order by ${order} limit ${page.size} offset ${page.offset})
    select (select count(*) from ${table} where ${condition}) as total,
           (select coalesce(json_agg(${principalJson} order by s.position), '[]')
              from shown s join (${named}) on p.id = s.id) as results`.execute(db)
  return { page: page.page, results: rows[0]!.results, size: page.size, total: rows[0]!.total }
}

/** One user or group. */
export async function findPrincipal(
  db: Db,
  kind: 'USER' | 'GROUP',
  id: string,
): Promise<Principal | undefined> {
  const { rows } = await sql<{ principal: Principal }>`
    select ${principalJson} as principal from ${named} where p.id = ${id} and p.kind = ${kind}`.execute(db)
  return rows[0]?.principal
}
