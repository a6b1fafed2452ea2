import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { incomingLinks, reachableFrom, successors, wrappers } from './graph.ts'
import { rings } from './graph-rings.ts'
import { parsePipelineFile } from './parse.ts'

const pipeline = parsePipelineFile(
  'p.orch.yaml',
  `
pipeline:
  components:
    Start: { type: start, transitions: { unconditional: [Each, B] } }
    Each: { type: loop-iterator, iterationTarget: Work, transitions: { success: [B], failure: [B] } }
    Work: { type: bash-script }
    B: { type: or }
`,
).pipeline!

test('links keep their condition, and two kinds to one target are two links', () => {
  expect(incomingLinks(pipeline).get('B')).toEqual([
    { from: 'Start', to: 'B', condition: 'unconditional' },
    { from: 'Each', to: 'B', condition: 'success' },
    { from: 'Each', to: 'B', condition: 'failure' },
  ])
})

test('sources of a transformation are links in the direction of the rows', () => {
  const text = 'pipeline: { components: { In: { type: table-input }, F: { type: filter, sources: [In] } } }'
  const { pipeline } = parsePipelineFile('t.tran.yaml', text)
  expect(incomingLinks(pipeline!).get('F')).toEqual([{ from: 'In', to: 'F', condition: 'source' }])
})

test('a wrapped component is reached through its iterator', () => {
  expect([...reachableFrom(['Start'], successors(pipeline))]).toEqual(['Start', 'Each', 'B', 'Work'])
  expect(
    wrappers(pipeline)
      .get('Work')
      ?.map((one) => one.name),
  ).toEqual(['Each'])
})

describe('rings', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges))

  test('a diamond is no ring', () => {
    expect(rings(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([])
  })

  test('each ring is given once, the shortest way round, without what only leads in or out', () => {
    const edges = { in: ['b'], a: ['b', 'a2'], a2: ['b'], b: ['a', 'out'], out: ['gone'], self: ['self'] }
    expect(rings(graph(edges))).toEqual([['a', 'b'], ['self']])
  })

  test('a chain of 100,000 nodes does not exhaust the stack, nor does a ring of them', () => {
    const next = new Map(Array.from({ length: 100_000 }, (_, n) => [`${n}`, [`${n + 1}`]]))
    expect(rings(next)).toEqual([])
    next.set('99999', ['0'])
    expect(rings(next)[0]).toHaveLength(100_000)
  })

  test('what is given is a way along edges, and without rings there is an order of all nodes', () => {
    const edges = fc.array(fc.tuple(fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 7 })), {
      maxLength: 14,
    })
    fc.assert(
      fc.property(edges, (pairs) => {
        const next = new Map(Array.from({ length: 8 }, (_, n) => [`${n}`, [] as string[]]))
        for (const [from, to] of pairs) next.get(`${from}`)!.push(`${to}`)
        const found = rings(next)
        for (const ring of found) {
          for (const [index, node] of ring.entries()) {
            expect(next.get(node)).toContain(ring[(index + 1) % ring.length])
          }
        }
        const onRing = [...next].some(([node, to]) => reachableFrom(to, next).has(node))
        expect(found.length > 0).toBe(onRing)
      }),
    )
  })
})
