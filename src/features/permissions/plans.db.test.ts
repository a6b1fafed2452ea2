import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { planIn } from '../../../test/support/plan.ts'
import { listCredentials } from '../credentials/store.ts'
import { listPrincipals } from './principals-store.ts'

const COUNT = 20_000
const held = useDatabase()
const page = { page: 3, size: 25, offset: 75 }

beforeAll(async () => {
  const { db } = held
  for (const [kind, table] of [
    ['USER', 'directory_user'],
    ['GROUP', 'directory_group'],
  ] as const)
    await sql`
      with made as (insert into principal (id, kind, account_role)
                    select gen_random_uuid(), ${kind}, 'USER' from generate_series(1, ${COUNT}) returning id)
      insert into ${sql.table(table)} (id, attributes, folded)
      select id, a, lower(a::text)::jsonb
        from made, lateral (select jsonb_build_object('userName', id, 'displayName', 'Name ' || id) as a) v`.execute(
      db,
    )
  await sql`
    with made as (insert into principal (id, kind, account_role)
                  select gen_random_uuid(), 'CREDENTIAL', 'USER' from generate_series(1, ${COUNT}) returning id)
    insert into api_credential (client_id, principal_id, name, secret_hash, created_by)
    select id::text, id, 'Name ' || id, '', '' from made`.execute(db)
  for (const table of ['principal', 'directory_user', 'directory_group', 'api_credential'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}, 120_000)

test('a page of 20,000 users, groups or credentials is found in the index of its order', async () => {
  for (const sort of ['name', '-name'] as const) {
    const users = await planIn(held.db, (db) => listPrincipals(db, 'USER', page, { sort }))
    expect(users).toMatch(/Scan (Backward )?using directory_user_shown_name/)
    const groups = await planIn(held.db, (db) => listPrincipals(db, 'GROUP', page, { sort }))
    expect(groups).toMatch(/Scan (Backward )?using directory_group_shown_name/)
    const credentials = await planIn(held.db, (db) => listCredentials(db, page, { sort }))
    expect(credentials).toMatch(/Scan (Backward )?using api_credential_by_name/)
  }
  for (const sort of ['expiresAt', '-expiresAt'] as const)
    expect(await planIn(held.db, (db) => listCredentials(db, page, { sort }))).toMatch(
      /Scan (Backward )?using api_credential_by_expiry/,
    )
})

test('a user or a group is found by its name in indexes alone', async () => {
  for (const kind of ['USER', 'GROUP'] as const)
    expect(await planIn(held.db, (db) => listPrincipals(db, kind, page, { name: 'Name 7' }))).not.toMatch(
      /Seq Scan on directory_/,
    )
})
