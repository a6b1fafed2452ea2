import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { designOf } from './design.ts'
import { parsePipelineFile } from './parse.ts'

const readDesign = (text: string) => designOf(parsePipelineFile('p.orch.yaml', text).root)
const withDesign = (design: unknown) => readDesign(JSON.stringify({ pipeline: {}, design }))
const nothing = { positions: new Map(), notes: [], groups: [] }

test('positions of components and notes are read as files of this kind keep them', () => {
  const { positions, notes } = readDesign(`pipeline: {}
design:
  components:
    Start:
      position:
        x: -32
        "y": 0
      tempMetlId: 7
    "2":
      position: { x: "160", y: "1.5" }
  notes:
    "1":
      position: { x: 10, "y": 20 }
      size: { height: 100, width: 300 }
      theme: "light-yellow"
      content: |-
        ## Why
        Because
`)
  expect([...positions]).toEqual([
    ['2', { x: 160, y: 1.5 }],
    ['Start', { x: -32, y: 0 }],
  ])
  expect(notes).toEqual([
    { key: '1', text: '## Why\nBecause', x: 10, y: 20, width: 300, height: 100, theme: 'light-yellow' },
  ])
})

test('groups have names and name components, each once; what is odd is left out', () => {
  const groups = {
    Load: { components: ['A', 'B', 'A', 7, ['C'], null] },
    Empty: { components: [] },
    'No list': { components: 'A' },
    Text: 'A',
  }
  expect(withDesign({ groups }).groups).toEqual([{ name: 'Load', components: ['A', 'B', '7'] }])
  expect(withDesign({ groups: [{ components: ['A'] }] }).groups).toEqual([])
})

test.each(['', 'pipeline: {}', 'design:', 'design: [1]', 'design: {components: x, notes: 7}', 'design: ['])(
  '%j has no design, which is no fault',
  (text) => expect(readDesign(text)).toEqual(nothing),
)

describe('what is odd is left out, and the rest kept', () => {
  test.each([
    [{ position: { x: 1 } }],
    [{ position: { x: 'left', y: 1 } }],
    [{ position: { x: '', y: 1 } }],
    [{ position: { x: 1e300, y: 1 } }],
    [{ position: { x: '.inf', y: '.nan' } }],
    [{ position: [1, 2] }],
    [null],
    ['here'],
  ])('a component at %j', (block) => {
    const { positions } = withDesign({ components: { A: block, B: { position: { x: 1, y: 2 } } } })
    expect([...positions]).toEqual([['B', { x: 1, y: 2 }]])
  })

  test('a note without place, size or text', () => {
    const notes = [
      { content: 'only text' },
      { position: { x: 1, y: 2 }, size: { width: -5, height: 'tall' }, content: null },
      { content: { a: 1 } },
      'a note',
      { text: 'in other words', colour: 'red', width: 5 },
    ]
    expect(withDesign({ notes }).notes).toEqual([
      { key: '0', text: 'only text' },
      { key: '1', text: '', x: 1, y: 2 },
      { key: '4', text: 'in other words', theme: 'red', width: 5 },
    ])
  })
})

test('a component named like a member of every object gets the position the file gives', () => {
  const text = 'design: { components: { __proto__: { position: { x: 1, y: 2 } } } }'
  expect([...readDesign(text).positions]).toEqual([['__proto__', { x: 1, y: 2 }]])
})

test('there is an end to notes', () => {
  const notes = Array.from({ length: 1_500 }, (_, n) => ({ content: `${n}` }))
  expect(withDesign({ notes }).notes).toHaveLength(1_000)
})

test('whatever the file holds, reading its design never throws and gives numbers a drawing can show', () => {
  const place = fc.record({ x: fc.anything(), y: fc.oneof(fc.anything(), fc.double()) })
  const block = fc.oneof(
    fc.anything(),
    fc.record({ position: fc.oneof(place, fc.anything()), size: fc.anything(), content: fc.anything() }),
  )
  const design = fc.record({
    components: fc.oneof(fc.anything(), fc.dictionary(fc.string(), block)),
    notes: fc.oneof(fc.anything(), fc.array(block)),
  })
  const withoutBigInts = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)
  fc.assert(
    fc.property(design, (one) => {
      const { positions, notes } = readDesign(JSON.stringify({ design: one }, withoutBigInts))
      for (const { x, y } of positions.values()) expect([x, y].every(Number.isFinite)).toBe(true)
      for (const { text } of notes) expect(typeof text).toBe('string')
    }),
    { numRuns: 500 },
  )
})
