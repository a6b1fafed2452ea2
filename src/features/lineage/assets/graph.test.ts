import { expect, test } from 'vitest'
import type { AssetEdge } from '../schema.ts'
import { followColumn, type ReadEdges, walkGraph } from './graph.ts'

const edge = (fromAssetId: string, toAssetId: string, columns: Record<string, string[]> = {}): AssetEdge => ({
  fromAssetId,
  toAssetId,
  projectId: 'p',
  environmentName: 'Prod',
  pipelineName: `${fromAssetId}-${toAssetId}`,
  componentName: 'Write',
  columns,
  knownFrom: ['RUN'],
  lastExecutionId: 'x',
  lastTime: '2026-01-01T00:00:00.000Z',
})
const reading =
  (edges: readonly AssetEdge[]): ReadEdges =>
  async (ids, direction) =>
    edges.filter((one) => ids.includes(direction === 'upstream' ? one.toAssetId : one.fromAssetId))

test('a graph goes both ways as far as it was asked, and says that there is more', async () => {
  const edges = [edge('a', 'b'), edge('b', 'c'), edge('c', 'd'), edge('x', 'c'), edge('d', 'c')]
  const all = await walkGraph('c', { depth: 5, limit: 200 }, reading(edges))
  expect(Object.fromEntries(all.distances)).toEqual({ c: 0, b: -1, d: 1, x: -1, a: -2 })
  expect([all.edges.length, all.truncated]).toEqual([5, false])
  const near = await walkGraph('c', { depth: 1, limit: 200 }, reading(edges))
  expect([[...near.distances.keys()].sort(), near.truncated]).toEqual([['b', 'c', 'd', 'x'], true])
})

test('an edge of a version that runs did is one edge, with the columns of the run', async () => {
  const ran = edge('a', 'b', { x: ['y'] })
  const { lastExecutionId: _, lastTime: _time, ...planned } = edge('a', 'b')
  const of = { ...planned, knownFrom: ['VERSION'] } as AssetEdge
  for (const edges of [
    [of, ran],
    [ran, of],
  ]) {
    const { edges: found } = await walkGraph('a', { depth: 1, limit: 10 }, reading(edges))
    expect(found).toEqual([{ ...ran, knownFrom: ['RUN', 'VERSION'] }])
  }
})

test('a graph has a limit', async () => {
  const edges = Array.from({ length: 250 }, (_, n) => edge(`s${n}`, 'a'))
  const { distances, truncated } = await walkGraph('a', { depth: 3, limit: 200 }, reading(edges))
  expect([distances.size, truncated]).toEqual([200, true])
})

test('each way has its share of a limit, and no edge leads to what was left out', async () => {
  const edges = [
    ...Array.from({ length: 9 }, (_, n) => edge(`s${n}`, 'a')),
    edge('a', 't'),
    edge('t', 'u'),
    edge('s8', 'u'),
  ]
  const { distances, edges: kept, truncated } = await walkGraph('a', { depth: 3, limit: 5 }, reading(edges))
  expect([...distances]).toEqual([
    ['a', 0],
    ['s0', -1],
    ['t', 1],
    ['s1', -1],
    ['u', 2],
  ])
  expect(kept.map(({ pipelineName }) => pipelineName)).toEqual(['s0-a', 's1-a', 'a-t', 't-u'])
  expect(truncated).toBe(true)
})

test('a column is followed both ways, through rings, in any case', async () => {
  const edges = [
    edge('a', 'b', { Total: ['Amount', 'tax'] }),
    edge('b', 'c', { sum: ['TOTAL'], other: ['id'] }),
    edge('c', 'a', { amount: ['SUM'] }),
  ]
  const up = await followColumn({ assetId: 'c', column: 'sum' }, 'upstream', reading(edges))
  expect(up.columns.map(({ assetId, column, distance }) => [assetId, column, distance])).toEqual([
    ['b', 'TOTAL', 1],
    ['a', 'Amount', 2],
    ['a', 'tax', 2],
  ])
  const down = await followColumn({ assetId: 'a', column: 'tax' }, 'downstream', reading(edges))
  expect(down.columns.map(({ assetId, column }) => `${assetId}.${column}`)).toEqual([
    'b.Total',
    'c.sum',
    'a.amount',
  ])
  expect(down.columns[0]!.pipelines).toEqual(['a-b'])
  expect([up.truncated, down.truncated]).toEqual([false, false])
})
