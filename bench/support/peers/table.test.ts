import { expect, test } from 'vitest'
import { type Column, tableOf, withSection } from './table.ts'

const ours: Column = {
  title: 'Headrace',
  version: '1.0.0',
  setup: 'one program',
  figures: {
    start: 1_234,
    first: 2.34,
    forty: 45.6,
    perSecond: 3_080.4,
    flights: 12_345,
    rss: 1_500.2,
    pss: 223,
  },
  faults: [],
}

test('shows each measure in a unit that reads well', () => {
  expect(tableOf([ours])).toBe(`|  | Headrace 1.0.0 |
|---|---|
| first start, until it takes runs | 1.23 s |
| from a request to its first step, idle | 2.3 ms |
| forty steps one after another | 46 ms |
| runs of five steps per second | 3,080 |
| three million flights loaded, compared and published | 12 s |
| memory of all processes, idle | 1,500 MB |
| the same, shared pages counted once | 223 MB |`)
})

test('a peer that was not measured is a line in its own words, not a column', () => {
  const absent = {
    ...ours,
    title: 'Other',
    version: undefined,
    figures: {},
    faults: ['install: no\n  <such> `thing`'],
  }
  const table = tableOf([ours, absent])
  expect(table.split('\n')[0]).toBe('|  | Headrace 1.0.0 |')
  expect(table).toContain('\n\n- Other: install: no such thing')
})

test('what failed of a peer leaves a gap, and the rest stands', () => {
  const partly = { ...ours, title: 'Other', figures: { perSecond: 0.514 }, faults: ['flights: too slow'] }
  const table = tableOf([ours, partly])
  expect(table).toContain('| forty steps one after another | 46 ms | — |')
  expect(table).toContain('| runs of five steps per second | 3,080 | 0.51 |')
  expect(table).toContain('- Other: flights: too slow')
})

const document = '# Page\n\n## One\n\nold\n\n## Two\n\nkept\n'

test('a section of a document is replaced up to the next heading', () => {
  expect(withSection(document, '## One', 'new')).toBe('# Page\n\n## One\n\nnew\n\n## Two\n\nkept\n')
  expect(withSection(document, '## Two', 'new')).toBe('# Page\n\n## One\n\nold\n\n## Two\n\nnew\n')
  expect(() => withSection(document, '## Three', 'new')).toThrow('no heading ## Three')
})
