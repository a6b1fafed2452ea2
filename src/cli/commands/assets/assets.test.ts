import { expect, test } from 'vitest'
import { credential, json, paged, startApi } from '../../testing/loopback-api.ts'
import { loginTo, openTerminal } from '../../testing/terminal.ts'

const id = (n: number) => `0195b1c2-0000-4000-8000-00000000000${n}`
const asset = (n: number, name: string) => ({
  assetId: id(n),
  namespace: 'postgres://db:5432',
  name,
  kind: 'TABLE',
  hiddenUpstream: n,
  hiddenDownstream: 0,
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
      knownFrom: ['RUN', 'VERSION'],
    },
  ]
  const traced = { ...raw, column: 'amount', distance: 1, pipelines: ['load'] }
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: id(9), name: 'Shop' }]),
    'GET /v1/assets': paged([orders, raw]),
    [`GET /v1/assets/${id(1)}/graph`]: (_, response) =>
      json(response, 200, { nodes: [orders, raw], edges, truncated: true }),
    [`GET /v1/assets/${id(1)}/column-lineage`]: (_, response) =>
      json(response, 200, { upstream: [traced], downstream: [], truncated: false }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  expect((await terminal.run('assets', 'orders')).out).toContain('dwh.raw.orders')
  const drawn = await terminal.run('lineage', 'dwh.public.orders', '--depth', '2')
  expect(drawn.out).toMatch(
    /dwh\.raw\.orders\s+dwh\.public\.orders\s+load\s+Write\s+Prod\s+runs, the published version/,
  )
  expect(drawn.err).toContain('3 assets next to these are in environments that you do not see')
  expect(drawn.err).toContain('There is more than is shown')
  expect((await terminal.run('lineage', id(1), '--column', 'amount')).out).toMatch(
    /made of\s+dwh\.raw\.orders\s+amount/,
  )
  const narrowed = [
    '--project',
    'Shop',
    '--pipeline',
    'load',
    '--kind',
    'table',
    '--not-written-since',
    '2026-01-31',
  ]
  await terminal.run('assets', ...narrowed)
  expect(api.requests.at(-1)?.path).toContain(
    `projectId=${id(9)}&pipelineName=load&kind=TABLE&lastWrittenBefore=2026-01-31T00%3A00%3A00.000Z`,
  )
  expect((await terminal.run('assets', '--pipeline', 'load')).err).toContain('--pipeline needs --project')
  const unclear = await terminal.run('lineage', 'orders')
  expect(unclear.err).toContain('There is no asset named "orders"')
  expect(unclear.err).toContain(`${id(2)}  postgres://db:5432  dwh.raw.orders`)
})

test('assets are as many as were asked for, and it is said when there are more', async () => {
  const all = Array.from({ length: 230 }, (_, n) => ({ ...raw!, assetId: `${n}` }))
  await using api = await startApi({ 'GET /v1/assets': paged(all) })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const few = await terminal.run('assets')
  expect([few.out.split('\n').length - 2, few.err]).toEqual([
    25,
    expect.stringContaining('--limit 50 or --all'),
  ])
  const pagesRead = () => api.requests.filter(({ path }) => path.startsWith('/v1/assets')).length
  expect(pagesRead()).toBe(1)
  const idsOf = async (...options: string[]) => {
    const { out } = await terminal.run('assets', '--json', ...options)
    return (JSON.parse(out) as typeof all).map(({ assetId }) => assetId)
  }
  const ids = all.map(({ assetId }) => assetId)
  expect(await idsOf('--limit', '130')).toEqual(ids.slice(0, 130))
  expect(pagesRead()).toBe(3)
  expect(await idsOf('--all')).toEqual(ids)
  expect((await terminal.run('assets', '--limit', '230')).err).toBe('')
})

test('what a version reads and writes is shown by component, with what could not be read', async () => {
  const steps = [
    { pipelineName: 'load', componentName: 'Write', reads: [raw], writes: [orders], edges: [], unread: [] },
    {
      pipelineName: 'load',
      componentName: 'Odd',
      reads: [],
      writes: [],
      edges: [],
      unread: ['Unexpected token'],
    },
  ]
  await using api = await startApi({
    'GET /v1/projects': paged([{ id: id(9), name: 'Shop' }]),
    [`GET /v1/projects/${id(9)}/artifacts/lineage`]: (_, response) =>
      json(response, 200, {
        versionName: '7',
        environmentName: 'Prod',
        current: true,
        steps,
        truncated: true,
      }),
  })
  using terminal = openTerminal({ env: loginTo(api, credential) })
  const shown = await terminal.run('version-lineage', 'Shop', '--environment', 'Prod', '--version-name', '7')
  expect(shown.out).toMatch(/load\s+Write\s+dwh\.raw\.orders\s+dwh\.public\.orders/)
  expect(shown.err).toContain('Not read: load, Odd: Unexpected token')
  expect(shown.err).toContain('use --pipeline')
  expect(api.requests.at(-1)?.path).toContain('environmentName=Prod&versionName=7')
  await expect(terminal.run('version-lineage', 'Shop')).rejects.toThrow('--environment')
})
