import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import type { Caller } from '../../src/http/caller.ts'
import { type ClientId, newId } from '../../src/lib/ids.ts'

/** A caller with a role in these projects and in no other, as bare rows. */
export async function aMemberOf(
  db: Db,
  projectIds: readonly string[],
  role: 'READ_ONLY' | 'ADMIN' = 'READ_ONLY',
): Promise<Caller> {
  const principalId = newId()
  await sql`insert into principal (id, kind, account_role) values (${principalId}, 'CREDENTIAL', 'USER')`.execute(
    db,
  )
  await sql`
    insert into project_role (project_id, principal_id, role)
    select p, ${principalId}, ${role} from unnest(${projectIds}::uuid[]) as p`.execute(db)
  return {
    kind: 'CREDENTIAL',
    principalId,
    clientId: principalId as ClientId,
    name: 'test',
    accountRole: 'USER',
  }
}
