import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database.ts'
import { rowsRead } from '../../../test/support/rows-read.ts'
import type { Db } from '../../db/database.ts'
import type { Caller } from '../../http/caller.ts'
import { type ClientId, newId } from '../../lib/ids.ts'
import { listDeliveries } from './deliveries/store.ts'
import { listIncidents } from './incidents/store.ts'

const t = useDatabase()
const OTHERS = 5_000
const principalId = newId()
const caller: Caller = {
  kind: 'CREDENTIAL',
  principalId,
  clientId: principalId as ClientId,
  name: 'test',
  accountRole: 'USER',
}
const scope = { caller, projectId: undefined }

/** A project with a rule, a channel and so many incidents, each with a delivery. */
async function aProjectWith(incidents: number): Promise<string> {
  const [project, rule, channel] = [newId(), newId(), newId()]
  await sql`
    insert into project (id, name, warehouse, agent_deployment_type) values (${project}, ${project}, 'DUCKDB', 'HYBRID')`.execute(
    t.db,
  )
  await sql`
    insert into alert_channel (id, project_id, name, type, enabled, settings, secrets_encrypted, updated_by)
    values (${channel}, ${project}, 'C', 'SLACK', false, '{}', '', 'test')`.execute(t.db)
  await sql`
    insert into alert_rule (id, project_id, name, events, notify_recovered, enabled, updated_by)
    values (${rule}, ${project}, 'R', '{FAILED}', true, false, 'test')`.execute(t.db)
  await sql`
    with made as (
      insert into alert_incident (id, project_id, rule_id, event, subject, facts, occurrences, opened_at, last_at, closed_at)
      select gen_random_uuid(), ${project}, ${rule}, 'FAILED', 's ' || n, '{}', 1, now(), now(), now()
        from generate_series(1, ${incidents}::integer) as n returning id)
    insert into alert_delivery (id, project_id, incident_id, channel_id, kind, message, status)
    select gen_random_uuid(), ${project}, id, ${channel}, 'OPENED', '{}', 'DELIVERED' from made`.execute(t.db)
  return project
}

beforeAll(async () => {
  await aProjectWith(OTHERS)
  await sql`insert into principal (id, kind, account_role) values (${principalId}, 'CREDENTIAL', 'USER')`.execute(
    t.db,
  )
  for (const project of [await aProjectWith(30), await aProjectWith(2)])
    await sql`
      insert into project_role (project_id, principal_id, role) values (${project}, ${principalId}, 'ADMIN')`.execute(
      t.db,
    )
  await sql`vacuum analyze alert_incident, alert_delivery`.execute(t.db)
})

type List = (tx: Db, after: string | undefined) => Promise<readonly { readonly id: string }[]>
const incidents: List = (tx, after) => listIncidents(tx, scope, undefined, after, 20)
const deliveries: List = (tx, after) => listDeliveries(tx, scope, undefined, after, 20)

test.each([
  ['alert_incident', incidents],
  ['alert_delivery', deliveries],
])(
  'of %s a page has those of all projects of the caller, and reads nothing of others',
  async (table, list) => {
    const found: string[] = []
    const read = await rowsRead(t.db, table, async (tx) => {
      for (let page = await list(tx, undefined); page.length > 0; page = await list(tx, found.at(-1)))
        found.push(...page.map(({ id }) => id))
    })
    expect(found).toHaveLength(32)
    expect(found).toEqual(found.toSorted().reverse())
    expect(read).toBeLessThan(400)
  },
)
