import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrange, directionOf, stretchOf } from './layout.ts'
import { linksOf } from './links.ts'
import { CARD, type GraphComponent } from './model.ts'

const arranged = (components: readonly GraphComponent[], notes = []) =>
  arrange(components, linksOf(components), notes)

function covers(places: ReadonlyMap<string, { x: number; y: number }>): [string, string][] {
  const all = [...places]
  return all.flatMap(([name, one], at) =>
    all.slice(at + 1).flatMap(([other, two]): [string, string][] => {
      const touches = Math.abs(one.x - two.x) < CARD.width && Math.abs(one.y - two.y) < CARD.height
      return touches ? [[name, other]] : []
    }),
  )
}

describe('where a file gives no places', () => {
  const chain: GraphComponent[] = [
    { name: 'Start', type: 'start', transitions: { unconditional: ['Load', 'Count'] } },
    { name: 'Load', type: 'bash-script', transitions: { success: ['End'], failure: ['Tell'] } },
    { name: 'Count', type: 'query-to-scalar', transitions: { success: ['End'] } },
    { name: 'Tell', type: 'webhook-post' },
    { name: 'End', type: 'end-success' },
  ]

  test('components are to the right of what they follow, and none covers another', () => {
    const { places, bounds } = arranged(chain)
    for (const { from, to } of linksOf(chain)) {
      expect(places.get(to)!.x).toBeGreaterThanOrEqual(places.get(from)!.x + CARD.width)
    }
    expect(covers(places)).toEqual([])
    for (const { x, y } of places.values()) {
      expect(x).toBeGreaterThanOrEqual(bounds.x)
      expect(y + CARD.height).toBeLessThanOrEqual(bounds.y + bounds.height)
    }
  })

  test('a long chain is drawn from top to bottom, so that more of it is seen at once', () => {
    const long = Array.from({ length: 12 }, (_, at): GraphComponent => {
      return { name: `${at}`, type: 'and', transitions: { success: [`${at + 1}`] } }
    })
    const { direction, places, bounds } = arranged(long)
    expect(direction).toBe('down')
    expect(bounds.width).toBe(CARD.width)
    expect(places.get('1')!.y).toBeGreaterThan(places.get('0')!.y + CARD.height)
    expect(arranged(long.slice(0, 4)).direction).toBe('right')
  })

  test('a very large pipeline is laid out without keeping anybody waiting, and none covers another', () => {
    const large = Array.from({ length: 1_000 }, (_, at): GraphComponent => {
      return { name: `${at}`, type: 'and', transitions: { success: [`${at * 2 + 1}`, `${at * 2 + 2}`] } }
    })
    const before = performance.now()
    const { places } = arranged(large)
    expect(performance.now() - before).toBeLessThan(2_000) // a fine layout of these takes minutes
    expect(covers(places)).toEqual([])
    for (const { from, to } of linksOf(large)) expect(places.get(to)!.x).toBeGreaterThan(places.get(from)!.x)
  })

  test('rings, links to itself and to nothing, and odd names have a place too', () => {
    const ring: GraphComponent[] = [
      { name: '__proto__', type: 'start', transitions: { success: ['constructor', 'nobody'] } },
      { name: 'constructor', type: 'or', transitions: { success: ['__proto__', 'constructor'] } },
      { name: '', type: '' },
    ]
    const { places } = arranged(ring)
    expect([...places.keys()].toSorted()).toEqual(['', '__proto__', 'constructor'])
    expect(covers(places)).toEqual([])
  })

  test('an empty pipeline has bounds', () => {
    expect(arranged([]).bounds.width).toBeGreaterThan(0)
  })
})

describe('where a file gives places', () => {
  const at = (name: string, x: number, y: number): GraphComponent => ({
    name,
    type: 'start',
    position: { x, y },
  })

  test('they are kept when there is room', () => {
    const { places } = arranged([at('A', -32, 0), at('B', 300, 0), at('C', 300, 200)])
    expect([...places]).toEqual([
      ['A', { x: -32, y: 0 }],
      ['B', { x: 300, y: 0 }],
      ['C', { x: 300, y: 200 }],
    ])
  })

  test('a drawing of smaller components is pulled apart, and stays the same drawing', () => {
    const { places } = arranged([at('A', 0, 0), at('B', 150, 0), at('C', 300, 0), at('D', 150, 40)])
    expect(covers(places)).toEqual([])
    const x = (name: string) => places.get(name)!.x
    expect(x('C') - x('B')).toBe(x('B') - x('A'))
    expect(x('D')).toBe(x('B'))
    expect(places.get('D')!.y).toBeGreaterThan(places.get('B')!.y)
  })

  test('a component without a position is placed below the others', () => {
    const { places } = arranged([at('A', 0, 500), { name: 'New', type: 'and' }])
    expect(places.get('New')!.y).toBeGreaterThan(500 + CARD.height)
  })

  test('no component covers another, wherever a file puts them', () => {
    const place = fc.record({
      x: fc.integer({ min: -900, max: 900 }),
      y: fc.integer({ min: -900, max: 900 }),
    })
    fc.assert(
      fc.property(fc.array(place, { maxLength: 12 }), (points) => {
        const { places } = arranged(points.map(({ x, y }, index) => at(String(index), x, y)))
        expect(covers(places)).toEqual([])
      }),
    )
  })

  test('nothing is pulled apart without end', () => {
    expect(
      stretchOf([
        { x: 0, y: 0 },
        { x: 1, y: 0 },
      ]),
    ).toEqual({ x: 3, y: 1 })
    expect(
      stretchOf([
        { x: 7, y: 7 },
        { x: 7, y: 7 },
      ]),
    ).toEqual({ x: 1, y: 1 })
  })
})

test('notes are placed where the file puts them, or in a row above the components', () => {
  const components: GraphComponent[] = [{ name: 'A', type: 'start', position: { x: 0, y: 0 } }]
  const { notes, bounds } = arrange(
    components,
    [],
    [{ text: 'placed', x: 10, y: 300, width: 50, height: 40 }, { text: 'one' }, { text: 'two' }],
  )
  expect(notes[0]).toMatchObject({ x: 10, y: 300, width: 50, height: 40 })
  expect(notes[1]!.y + notes[1]!.height).toBeLessThan(0)
  expect(notes[2]!.x).toBeGreaterThan(notes[1]!.x + notes[1]!.width)
  expect(bounds.y).toBe(notes[1]!.y)
  expect(bounds.height).toBe(340 - notes[1]!.y)
})

test('a drawing leads where most of its links do', () => {
  const places = new Map([
    ['a', { x: 0, y: 0 }],
    ['b', { x: 40, y: 200 }],
    ['c', { x: 300, y: 210 }],
  ])
  expect(directionOf(places, [{ from: 'a', to: 'b' }])).toBe('down')
  expect(directionOf(places, [{ from: 'b', to: 'c' }])).toBe('right')
  expect(directionOf(places, [{ from: 'a', to: 'gone' }])).toBe('right')
})
