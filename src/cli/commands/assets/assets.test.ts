import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-4000-8000-00000000000${n}`
const asset = (n: number, name: string) => ({
  assetId: id(n),
  namespace: 'postgres://db:5432',
  name,
  kind: 'TABLE',
})
const [orders, raw] = [asset(1, 'dwh.public.orders'), asset(2, 'dwh.raw.orders')]

test('assets are listed, and their lineage and columns are shown by name', async () => {
  const edges = [
    {
      fromAssetId: raw!.assetId,
      toAssetId: orders!.assetId,
      pipelineName: 'load',
      componentName: 'Write',
      environmentName: 'Prod',
    },
  ]
  const traced = { ...raw, column: 'amount', distance: 1, pipelines: ['load'] }
  await using api = await startApi({
    'GET /v1/assets': paged([orders, raw]),
    [`GET /v1/assets/${id(1)}/graph`]: (_, response) =>
      json(response, 200, { nodes: [orders, raw], edges, truncated: false }),
    [`GET /v1/assets/${id(1)}/column-lineage`]: (_, response) =>
      json(response, 200, { upstream: [traced], downstream: [], truncated: false }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('assets', 'orders')).out).toContain('dwh.raw.orders')
  expect((await terminal.run('lineage', 'dwh.public.orders')).out).toMatch(
    /dwh\.raw\.orders\s+dwh\.public\.orders\s+load/,
  )
  expect((await terminal.run('lineage', id(1), '--column', 'amount')).out).toMatch(
    /made of\s+dwh\.raw\.orders\s+amount/,
  )
  const unclear = await terminal.run('lineage', 'orders')
  expect(unclear.err).toContain('Several assets have "orders"')
})
