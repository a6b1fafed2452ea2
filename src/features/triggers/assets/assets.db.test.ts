import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { declareVariables } from '../../../../test/support/factories.ts'
import {
  aPlaceWith,
  assetsOf,
  aTrigger,
  endedRuns,
  historyOf,
  outcomesOf,
  runsOf,
  type TriggerPlace,
  written,
} from '../../../../test/support/triggers.ts'
import type { TriggerPreview } from '../schema.ts'
import { tellWrites } from './telling.ts'

const api = useApi()
const WAIT = { timeout: 15_000 }

/** A project, and assets that it has written once, long ago for triggers. */
async function aPlaceWithAssets(count: number) {
  const place = await aPlaceWith(api, ['P', 'Q'])
  const assets = assetsOf(count)
  for (const asset of assets) await written(api.db, place, asset)
  return { place, assets, ids: assets.map(({ assetId }) => ({ assetId })) }
}

const outcomes = ({ projectId }: TriggerPlace, triggerId: string) => outcomesOf(api, projectId, triggerId)

/** Everything that was written has been told. */
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ left: number }>`
        select (select coalesce(max(seq), 0) from asset_write) - (select write_seq from trigger_told)
             + (select count(*) from trigger_fire where outcome = 'PENDING') as left`.execute(api.db)
      return Number(rows[0]!.left)
    }, WAIT)
    .toBe(0)

test('ALL starts once each asset was written since, and hands over which run wrote which', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(2)
  const [orders, customers] = assets as [(typeof assets)[0], (typeof assets)[0]]
  await declareVariables(api, place.projectId, { last: 'TEXT', writer: 'TEXT', first: 'TEXT' })
  const { triggerId, condition } = await aTrigger(api, place.projectId, {
    condition: { type: 'ASSETS', assets: ids },
    variablePaths: {
      last: '$.asset.name',
      writer: '$.asset.pipelineExecutionId',
      first: '$.assets[0].pipelineExecutionId',
    },
  })
  expect(condition).toEqual({ type: 'ASSETS', match: 'ALL', assets })
  await written(api.db, place, orders)
  const ofOrders = await written(api.db, place, orders)
  await settled()
  expect(await outcomes(place, triggerId)).toEqual([])
  const ofCustomers = await written(api.db, place, customers, { rowCount: 7 })
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED'])
  const [run] = await runsOf(api.db, triggerId)
  expect(run!.scalar_variables).toEqual({ last: customers.name, writer: ofCustomers, first: ofOrders })
  const [fire] = await historyOf(api, place.projectId, triggerId)
  expect(fire).toMatchObject({
    chainLength: 1,
    facts: { asset: { ...customers, rowCount: 7, pipelineName: 'P', environmentName: 'Development' } },
  })
  await written(api.db, place, customers)
  await settled()
  expect(await outcomes(place, triggerId)).toEqual(['FIRED'])
  await written(api.db, place, orders)
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
})

test('with a time, the newest writes of all assets have to lie in it', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(2)
  const condition = { type: 'ASSETS', assets: ids, withinSeconds: 600 }
  const { triggerId } = await aTrigger(api, place.projectId, { condition })
  const ago = (minutes: number) => ({ at: new Date(Date.now() - minutes * 60_000) })
  await written(api.db, place, assets[0]!, ago(20))
  await written(api.db, place, assets[1]!, ago(1))
  await settled()
  expect(await outcomes(place, triggerId)).toEqual([])
  await written(api.db, place, assets[0]!, ago(0))
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED'])
})

test('ANY starts at each write, also of a run that failed later; not at writes of the runs that it starts itself', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(2)
  const { triggerId } = await aTrigger(api, place.projectId, {
    condition: { type: 'ASSETS', assets: ids, match: 'ANY' },
  })
  const [failed] = await endedRuns(api.db, place, 'P', ['FAILED'])
  await written(api.db, place, assets[0]!, { executionId: failed! })
  await written(api.db, place, assets[1]!)
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED', 'FIRED'])
  const [own] = await runsOf(api.db, triggerId)
  await written(api.db, place, assets[0]!, { executionId: own!.id })
  await settled()
  expect(await outcomes(place, triggerId)).toEqual(['FIRED', 'FIRED'])
})

test('a chain of triggers counts by the runs that wrote', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(1)
  const condition = { type: 'ASSETS', assets: ids, match: 'ANY' }
  const first = await aTrigger(api, place.projectId, { condition })
  const second = await aTrigger(api, place.projectId, { condition })
  await written(api.db, place, assets[0]!)
  await settled()
  const [run] = await runsOf(api.db, first.triggerId)
  await written(api.db, place, assets[0]!, { executionId: run!.id })
  await settled()
  const history = await historyOf(api, place.projectId, second.triggerId)
  expect(history.map(({ chainLength }) => chainLength)).toEqual([2, 1])
})

test('a disabled trigger sees no writes, and one that is enabled again only those that follow', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(1)
  const body = { condition: { type: 'ASSETS', assets: ids, match: 'ANY' }, enabled: false }
  const { triggerId } = await aTrigger(api, place.projectId, body)
  const path = `/v1/projects/${place.projectId}/triggers/${triggerId}`
  await written(api.db, place, assets[0]!)
  await api.call('PATCH', path, { body: { enabled: true } })
  await settled()
  expect(await outcomes(place, triggerId)).toEqual([])
  await written(api.db, place, assets[0]!)
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED'])
})

test('many passes at once, and writes meanwhile: each write starts each trigger once', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(3)
  const any = await aTrigger(api, place.projectId, {
    condition: { type: 'ASSETS', assets: ids, match: 'ANY' },
  })
  const all = await aTrigger(api, place.projectId, { condition: { type: 'ASSETS', assets: ids } })
  const { signal } = new AbortController()
  const rounds = 8
  await Promise.all([
    ...assets.map(async (asset) => {
      for (let n = 0; n < rounds; n++) await written(api.db, place, asset)
    }),
    ...Array.from({ length: 6 }, async () => {
      for (let n = 0; n < 10; n++) await tellWrites(api.db, signal)
    }),
  ])
  await settled()
  expect(await runsOf(api.db, any.triggerId)).toHaveLength(3 * rounds)
  const { rows } = await sql<{ writers: string[] }>`
    select array(select a->>'pipelineExecutionId' from jsonb_array_elements(facts->'assets') a) as writers
      from trigger_fire where trigger_id = ${all.triggerId} order by seq`.execute(api.db)
  expect(rows.length).toBeGreaterThan(0)
  const used = rows.flatMap(({ writers }) => writers)
  expect(new Set(used).size).toBe(used.length)
})

test('what was told and what it starts are one transaction', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(1)
  const { triggerId } = await aTrigger(api, place.projectId, {
    condition: { type: 'ASSETS', assets: ids, match: 'ANY' },
  })
  await sql`alter table trigger_fire add constraint no_room check (false) not valid`.execute(api.db)
  await written(api.db, place, assets[0]!)
  await expect(tellWrites(api.db, new AbortController().signal)).rejects.toThrow('no_room')
  await sql`alter table trigger_fire drop constraint no_room`.execute(api.db)
  await tellWrites(api.db, new AbortController().signal)
  await expect.poll(() => outcomes(place, triggerId), WAIT).toEqual(['FIRED'])
})

test('assets that the caller does not see do not exist, and every fault of a condition is listed', async () => {
  const { place, ids } = await aPlaceWithAssets(1)
  const other = await aPlaceWith(api, ['Q'])
  const { token } = await api.credential({ projectRoles: [{ projectId: other.projectId, role: 'ADMIN' }] })
  const create = (condition: object) =>
    api.call('POST', `/v1/projects/${other.projectId}/triggers`, {
      token,
      body: { name: 'Hidden', pipelineName: 'Q', environmentName: 'Development', condition },
    })
  const hidden = await create({ type: 'ASSETS', assets: ids })
  expect([hidden.status, JSON.stringify(hidden.body)]).toEqual([
    400,
    expect.stringContaining(`the asset ${ids[0]!.assetId} does not exist`),
  ])
  const twice = await create({
    type: 'ASSETS',
    assets: [ids[0], ids[0]],
    match: 'ANY',
    withinSeconds: 5,
    folder: 'in',
  })
  expect(twice.body['violations']).toHaveLength(3)
  const none = await create({ type: 'ASSETS', assets: [] })
  const missing = await create({ type: 'ASSETS' })
  expect([none.status, missing.status]).toEqual([400, 400])
  // Whoever sees it waits for it from another project; what the writer is called is not told there.
  const { triggerId } = await aTrigger(api, other.projectId, { condition: { type: 'ASSETS', assets: ids } })
  const [asset] = (
    await api.call<{ condition: { assets: { assetId: string; namespace: string; name: string }[] } }>(
      'GET',
      `/v1/projects/${other.projectId}/triggers/${triggerId}`,
    )
  ).body.condition.assets
  await written(api.db, place, asset!)
  await expect.poll(() => outcomes(other, triggerId), WAIT).toEqual(['FIRED'])
  const [fire] = await historyOf(api, other.projectId, triggerId)
  expect(fire!.facts['asset']).toMatchObject({ ...asset, projectId: place.projectId })
  expect(fire!.facts['asset']).not.toHaveProperty('pipelineName')
})

test('a SUPER_ADMIN without a role in a project sees its assets, as everything else', async () => {
  const { assets } = await aPlaceWithAssets(1)
  const { token } = await api.credential({ accountRole: 'SUPER_ADMIN' })
  const path = `/v1/assets?search=${assets[0]!.name}`
  expect((await api.call('GET', path, { token })).body['total']).toBe(1)
})

test('a preview says what the known writes would have started, or what is missing', async () => {
  const { place, assets, ids } = await aPlaceWithAssets(2)
  const preview = async (condition: object) =>
    (
      await api.call<TriggerPreview>('POST', `/v1/projects/${place.projectId}/trigger-previews`, {
        body: { environmentName: 'Development', condition, variablePaths: { v: '$.asset.assetId' } },
      })
    ).body
  const all = await preview({ type: 'ASSETS', assets: ids })
  expect(all).toMatchObject({ ok: true, found: [{ scalarVariables: { v: assets[1]!.assetId } }] })
  expect((await preview({ type: 'ASSETS', assets: ids, match: 'ANY' })).found).toHaveLength(2)
  await sql`delete from asset_write where asset_id = ${ids[0]!.assetId}`.execute(api.db)
  expect(await preview({ type: 'ASSETS', assets: ids })).toMatchObject({
    message: '1 of the 2 assets have no write yet',
    found: [],
  })
})
