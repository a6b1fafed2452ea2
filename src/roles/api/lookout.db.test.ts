import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useApi } from '../../../test/support/api.ts'
import { useDatabase } from '../../../test/support/database.ts'
import { type Database, openDatabase } from '../../db/database.ts'
import { questionsOf } from '../../db/lookout.ts'
import { newId } from '../../lib/ids.ts'
import { silent } from '../../lib/log.ts'
import type { WakeableService } from '../../lib/service.ts'
import { readSettings } from '../settings/settings.ts'
import { createCore } from './core.ts'
import { createSlices, passesOf } from './slices.ts'

/** What each pass of an API process waits for, asked over the connections that the lookout uses. */
const t = useDatabase()
let writer: Database
let passes: readonly WakeableService[]

beforeAll(async () => {
  writer = openDatabase({ connectionString: t.url, log: silent, byKey: true })
  const core = createCore({
    db: t.db,
    writer: writer.db,
    exclusively: (_key, work) => work(),
    log: silent,
    settings: readSettings({}, {}).settings,
    origin: () => 'http://localhost',
    installationId: newId(),
    dataKey: randomBytes(32),
    isBound: () => true,
  })
  passes = createSlices(core)
    .all.flatMap(passesOf)
    .filter(({ due }) => due?.question !== undefined)
  await withoutReferences()
  await runOnce('repair schedules') // from then on it knows what the clock said
})
afterAll(() => writer.close())

async function runOnce(name: string): Promise<void> {
  const pass = passes.find((one) => one.name === name)!
  const stop = new AbortController()
  const running = pass.run(stop.signal)
  stop.abort()
  await running
}

/** What a row refers to is no question here. */
async function withoutReferences(): Promise<void> {
  const { rows } = await sql<{ change: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as change
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(t.db)
  for (const { change } of rows) await sql.raw(change).execute(t.db)
}

/** Something of each type. */
const values: Readonly<Record<string, string>> = {
  uuid: 'gen_random_uuid()',
  text: 'gen_random_uuid()::text',
  jsonb: `'{}'`,
  bytea: `'\\x00'`,
  'timestamp with time zone': 'now()',
  integer: '1',
  bigint: '1',
  boolean: 'true',
}

/** Adds a row with these columns, SQL expressions, and with anything in the others that need a value. */
async function add(table: string, given: Readonly<Record<string, string>>): Promise<void> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
     where table_name = ${table} and table_schema = current_schema() and is_nullable = 'NO'
       and column_default is null and is_identity = 'NO'`.execute(t.db)
  const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, values[type]!])), ...given }
  await sql
    .raw(`insert into ${table} (${Object.keys(row).join(', ')}) values (${Object.values(row).join(', ')})`)
    .execute(t.db)
}

async function duePasses(): Promise<string[]> {
  const { rows } = await questionsOf(passes).execute(writer.db)
  return passes.filter(({ name, due }) => due!.isDue(rows[0]!.answers[name])).map(({ name }) => name)
}

const past = `now() - interval '1 minute'`
const running = { status: `'RUNNING'` }
const session = { lapsed: 'true' }

/** Each pass with rows that it works off, and a row of the same table that it does not. */
const work: Readonly<
  Record<string, readonly (readonly [string, Record<string, string>, Record<string, string>?])[]>
> = {
  'advance agent tasks': [
    [
      'agent_task',
      { ...running, creator_kind: `'USER'`, due_at: past },
      { ...running, creator_kind: `'USER'`, due_at: past, lease_until: `now() + interval '1 minute'` },
    ],
  ],
  'evaluate alerts': [['alert_end', {}]],
  'deliver alerts': [
    ['alert_channel', { type: `'EMAIL'`, try_at: past }, { type: `'EMAIL'`, try_at: past, enabled: 'false' }],
  ],
  'supervise runners': [['environment_move', {}, { status: `'FAILED'`, ended_at: 'now()' }]],
  'expire sessions': [['runner_session', session, { ...session, ended_at: 'now()' }]],
  'record assets': [['asset_report', {}]],
  'make events of lineage': [['lineage_run', {}]],
  'publish branches': [['repository_publication', { checked_at: past }, { checked_at: 'now()' }]],
  'migrate repositories': [
    [
      'repository_migration',
      { mode: `'RECONFIGURE'`, status: `'IN_PROGRESS'`, target_provider: `'git'`, lease_until: past },
      { mode: `'RECONFIGURE'`, status: `'SUCCEEDED'`, target_provider: `'git'`, lease_until: past },
    ],
  ],
  'fire schedules': [
    [
      'schedule_clock',
      { enabled: 'true', next_run_at: `now() + interval '1 second'` },
      { enabled: 'true', next_run_at: `now() + interval '1 minute'` },
    ],
  ],
  'repair schedules': [['schedule_clock', { enabled: 'true' }, { enabled: 'false' }]],
  'queue backfills': [['schedule_backfill', running, { status: `'DONE'` }]],
  'count executions': [
    ['ended_executions', { execution_ids: `'{}'` }],
    ['consumption_end', {}],
  ],
  'fire triggers': [
    ['trigger_end', {}],
    ['trigger_fire', {}, { outcome: `'FIRED'` }],
  ],
  'continue backfills of triggers': [['trigger_fire', { outcome: `'WAITING'` }, { outcome: `'FIRED'` }]],
  'look for triggers': [['trigger_poll', { next_at: past }, { next_at: `now() + interval '1 minute'` }]],
}

describe('a pass is due when there is a row that it works off, and only then', () => {
  for (const [pass, kinds] of Object.entries(work))
    for (const [table, row, other] of kinds)
      test(`${pass}: ${table}`, async () => {
        if (other !== undefined) await add(table, other)
        expect(await duePasses()).toEqual([])
        await add(table, row)
        expect(await duePasses()).toEqual([pass])
        await sql.raw(`delete from ${table}`).execute(t.db)
        expect(await duePasses()).toEqual([])
      })

  test('tell triggers of written assets: a write, and an enabled trigger that waits for one', async () => {
    await add('asset_write', { seq: '5' })
    await add('trigger_asset', { enabled: 'false' })
    expect(await duePasses()).toEqual([])
    await add('trigger_asset', { enabled: 'true' })
    expect(await duePasses()).toEqual(['tell triggers of written assets'])
    await sql`update trigger_told set write_seq = 5`.execute(t.db)
    expect(await duePasses()).toEqual([])
  })

  test('each of these passes is named here', () => {
    const named = [...Object.keys(work), 'tell triggers of written assets']
    expect(passes.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
  })
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('what the lookout asks is answered by indexes, by a plan that is made while tables are empty', async () => {
  const { sql: text, parameters } = questionsOf(passes).compile(writer.db)
  const given = parameters.map((one) => (one === null ? 'null' : `'{}'`)).join(', ')
  const { rows } = await writer.db.transaction().execute(async (tx) => {
    await sql.raw(`prepare look as ${text}`).execute(tx)
    await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
    return sql<{ 'QUERY PLAN': readonly { readonly Plan: Plan }[] }>`
      explain (format json) execute look (${sql.raw(given)})`.execute(tx)
  })
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
  expect(nodes.filter((node) => node['Relation Name'] !== undefined).length).toBeGreaterThan(20)
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
})

describe('in a running process', () => {
  const api = useApi()

  const outboxes = {
    alert_end: 'execution_id',
    trigger_end: 'execution_id',
    lineage_run: 'execution_id',
    ended_executions: 'execution_ids',
    consumption_end: 'execution_id',
  }
  for (const [outbox, column] of Object.entries(outboxes))
    test(`what is in ${outbox} is worked off soon after the first turns, although nobody was notified`, async () => {
      const count = async () => (await sql`select from ${sql.table(outbox)}`.execute(api.db)).rows.length
      const value = column === 'execution_ids' ? sql`array[gen_random_uuid()]` : sql`gen_random_uuid()`
      await expect.poll(count).toBe(0)
      await sql`insert into ${sql.table(outbox)} (${sql.ref(column)}) values (${value})`.execute(api.db)
      await expect.poll(count).toBe(0) // for half the time after which a pass runs in any case
    })
})
