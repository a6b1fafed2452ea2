import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aSession, queuedExecutions } from '../../../../test/support/executions.ts'
import { aPublishedProject } from '../../../../test/support/factories.ts'
import { idleTransactions } from '../../../../test/support/idle-transactions.ts'
import { assetIdOf } from '../../../lib/datasets.ts'
import { newId, type RunnerId, type SessionId } from '../../../lib/ids.ts'
import { silent } from '../../../lib/log.ts'
import type { ReadSql } from '../../../lib/sql-lineage.ts'
import type { WireAssets } from '../../../protocol/asset-messages.ts'
import type { Report } from '../../../protocol/messages.ts'
import { createSqlReading } from '../../../roles/api/sql-reading.ts'
import { createJournal } from '../../executions/journal/journal.ts'
import { claimExecutions } from '../../executions/queue/claim-store.ts'
import { findAsset, listWritesAfter, listWritesOf, newestWriteSeq } from '../access.ts'
import { saveAssets } from './report-store.ts'
import { forgetOldWrites, forgetUnusedAssets, recordReports } from './work.ts'

/** From the report of a step to the writes that others ask for. */
const api = useApi()
const signal = new AbortController().signal
const record = (readSql: ReadSql = createSqlReading()) => recordReports(api.db, readSql, silent, signal)
let root: string
let session: SessionId
let orders: { namespace: string; name: string }
let woken = 0

beforeEach(async () => {
  const place = await aPublishedProject(api)
  const runnerId = place.agentId as RunnerId
  session = await aSession(api.db, runnerId)
  ;[root] = (await queuedExecutions(api.db, place, 1)) as [string]
  await claimExecutions(api.db, { id: session, runnerId, connection: 1 }, 1)
  orders = { namespace: 'postgres://db:5432', name: `dwh.public.orders_${newId()}` }
  woken = 0
})

const ended = (seq: number, assets: WireAssets[], rowCount = 3, at = new Date()): Report => ({
  kind: 'step-started',
  root,
  n: seq + 1,
  execution: root,
  seq,
  key: String(seq),
  name: `Step ${seq}`,
  type: 'sql-executor',
  attempt: 1,
  at: at.toISOString(),
  ended: { at: at.toISOString(), outcome: { result: 'SUCCESS', rowCount }, assets },
})

const report = (...reports: Report[]) =>
  createJournal(api.db, silent, () => woken++).report({ root, session, reports })

test('what a step wrote is recorded once, however often it is reported and whoever records', async () => {
  const before = await newestWriteSeq(api.db)
  const reports = [ended(0, [{ writes: [orders], reads: [{ namespace: 's3://b', name: 'k' }] }])]
  expect(await report(...reports)).toBe('written')
  expect(woken).toBe(1)
  await Promise.all([record(), record()])
  await report(...reports)
  await record()
  const writes = (await listWritesAfter(api.db, before, 100)).filter(({ name }) => name === orders.name)
  expect(writes).toEqual([
    expect.objectContaining({
      assetId: assetIdOf(orders),
      executionId: root,
      rootExecutionId: root,
      stepSeq: 0,
      componentName: 'Step 0',
      rowCount: 3,
      writtenAt: expect.any(Date),
    }),
  ])
  const known = await findAsset(api.db, assetIdOf(orders))
  expect(known).toMatchObject({ ...orders, kind: 'TABLE', lastWrittenAt: writes[0]!.writtenAt })
  expect(await findAsset(api.db, assetIdOf({ namespace: 's3://b', name: 'k' }))).toMatchObject({
    kind: 'OBJECT',
    lastWrittenAt: null,
  })
})

test('a step that reports nothing wakes nobody, and what a session does not hold is not recorded', async () => {
  const { ended: { assets: _, ...how } = {}, ...begun } = ended(0, []) as Extract<
    Report,
    { kind: 'step-started' }
  >
  await report({ ...begun, ended: how as never })
  expect(woken).toBe(0)
  const other = {
    root: newId(),
    session: newId<SessionId>(),
    reports: [{ ...ended(1, [{ writes: [orders] }]), root: newId() }],
  }
  await createJournal(api.db, silent, () => woken++).report(other as never)
  await record()
  expect(await findAsset(api.db, assetIdOf(orders))).toBeUndefined()
})

test('what a commit reports belongs to the steps that did it', async () => {
  await report(ended(0, []), ended(1, [{ of: { execution: root, seq: 0 }, writes: [orders] }], 7))
  await record()
  expect(await listWritesOf(api.db, assetIdOf(orders), 5)).toEqual([
    expect.objectContaining({ componentName: 'Step 0', stepSeq: 0 }),
  ])
})

test('the last write is the last in time, and the history of an asset is newest first', async () => {
  const early = new Date(Date.now() + 1_000)
  const late = new Date(Date.now() + 2_000)
  await report(ended(0, [{ writes: [orders] }], 1, late))
  await record()
  await report(ended(1, [{ writes: [orders] }], 2, early))
  await record()
  expect((await findAsset(api.db, assetIdOf(orders)))?.lastWrittenAt).toEqual(late)
  const history = await listWritesOf(api.db, assetIdOf(orders), 5)
  expect(history.map(({ rowCount }) => rowCount)).toEqual([1, 2])
})

test('a pass that fails in its middle has recorded nothing, and the next one does', async () => {
  await report(ended(0, [{ writes: [orders] }]))
  await sql`alter table asset_write rename to away`.execute(api.db)
  await expect(record()).rejects.toThrow('asset_write')
  expect(await findAsset(api.db, assetIdOf(orders))).toBeUndefined()
  await sql`alter table away rename to asset_write`.execute(api.db)
  await record()
  expect(await listWritesOf(api.db, assetIdOf(orders), 5)).toHaveLength(1)
})

test('F31: what a step did that cannot be recorded is left out, and other steps are recorded', async () => {
  const long = { ...orders, name: randomBytes(2_900).toString('base64') }
  const refused = { ...orders, name: 'refused' }
  await report(
    ended(0, [{ writes: [long, orders] }]),
    ended(1, [{ writes: [refused, orders] }]),
    ended(2, [{ writes: [orders] }]),
  )
  await sql`alter table asset add constraint refused check (name <> 'refused') not valid`.execute(api.db)
  await record()
  await sql`alter table asset drop constraint refused`.execute(api.db)
  const writes = await listWritesOf(api.db, assetIdOf(orders), 5)
  expect(writes.map(({ stepSeq }) => stepSeq).toSorted()).toEqual([0, 2])
  expect(await record()).toBe(0)
  expect(await findAsset(api.db, assetIdOf(long))).toBeUndefined()
})

const nothing = { statements: [], unread: [], needsColumns: false }
/** Writes rows of a query, which has to be read. */
const queried = (): WireAssets => ({
  writes: [orders],
  source: {
    database: { namespace: 'postgres://db:5432', dialect: 'postgres', database: 'dwh', schema: 'public' },
    statements: [`select ${Math.random()}`],
  },
})

test('no transaction is open while SQL is read, however long that takes', async () => {
  await report(ended(0, [queried()]))
  const open: unknown[] = []
  await record(async () => {
    open.push(await idleTransactions(api.db))
    return nothing
  })
  expect(open).toEqual([[]])
  expect(await listWritesOf(api.db, assetIdOf(orders), 5)).toHaveLength(1)
})

test('what another server recorded meanwhile is not recorded once more', async () => {
  await report(ended(0, [queried()]))
  const before = await newestWriteSeq(api.db)
  const ofOther = vi.fn(async () => nothing)
  const recorded = await record(async () => {
    expect(await record(ofOther)).toBe(1)
    await report(ended(1, [{ writes: [orders] }]))
    return nothing
  })
  expect(ofOther).toHaveBeenCalledOnce()
  expect(recorded).toBe(0)
  const writes = await listWritesAfter(api.db, before, 100)
  expect(writes.map(({ stepSeq }) => stepSeq)).toEqual([0])
  expect(await record()).toBe(1)
})

test('what was read is recorded before SQL is read that comes too late', async () => {
  await report(ended(0, [queried()]), ended(1, [queried()]))
  const recorded: number[] = []
  const now = vi.spyOn(performance, 'now')
  await record(async () => {
    recorded.push((await listWritesOf(api.db, assetIdOf(orders), 5)).length)
    now.mockReturnValueOnce(Number.MAX_SAFE_INTEGER)
    return nothing
  }).finally(() => now.mockRestore())
  expect(recorded).toEqual([0, 1])
  expect(await listWritesOf(api.db, assetIdOf(orders), 5)).toHaveLength(2)
})

test('what runs did longer ago than is kept or in environments that are gone is forgotten, and then the assets', async () => {
  const source = { ...orders, name: `${orders.name}_source` }
  const [from, to] = [assetIdOf(source), assetIdOf(orders)]
  await report(ended(0, [{ writes: [orders], reads: [source] }]))
  await record()
  const forget = async () => {
    for (const id of [from, to]) await forgetUnusedAssets(api.db, signal, { first: id, last: id })
  }
  const left = async () => {
    const { rows } = await sql<{ name: string }>`
      select 'use' as name from asset_use where asset_id in (${from}, ${to})
      union all select 'pipeline' from asset_pipeline where asset_id in (${from}, ${to})
      union all select 'edge' from asset_edge where from_id = ${from} and to_id = ${to}
      union all select 'asset' from asset where id in (${from}, ${to}) order by name`.execute(api.db)
    return rows.map(({ name }) => name)
  }
  const all = ['asset', 'asset', 'edge', 'pipeline', 'pipeline', 'use', 'use']
  await forget()
  expect(await left()).toEqual(all)
  await sql`update asset_pipeline set environment_id = gen_random_uuid()`.execute(api.db)
  for (const table of ['asset_use', 'asset_edge'])
    await sql`update ${sql.table(table)} set last_at = now() - interval '401 days'`.execute(api.db)
  await forget()
  // The write is deleted in its own time.
  expect(await left()).toEqual(['asset'])
  await sql`update asset_write set written_at = now() - interval '401 days' where asset_id = ${to}`.execute(
    api.db,
  )
  await forgetOldWrites(api.db)
  await forget()
  expect(await left()).toEqual([])
  await report(ended(1, [{ writes: [orders], reads: [source] }]))
  await record()
  expect(await left()).toEqual(all)
})

test('an asset is not deleted while somebody records what names it', async () => {
  await report(ended(0, [{ reads: [orders] }]))
  await record()
  const id = assetIdOf(orders)
  await sql`delete from asset_use where asset_id = ${id}`.execute(api.db)
  await sql`delete from asset_pipeline where asset_id = ${id}`.execute(api.db)
  await api.db.transaction().execute(async (tx) => {
    await saveAssets(tx, [{ id, ...orders, kind: 'TABLE', columns: undefined }], 'keep')
    await forgetUnusedAssets(api.db, signal, { first: id, last: id })
  })
  expect(await findAsset(api.db, id)).toBeDefined()
  await forgetUnusedAssets(api.db, signal, { first: id, last: id })
  expect(await findAsset(api.db, id)).toBeUndefined()
})
