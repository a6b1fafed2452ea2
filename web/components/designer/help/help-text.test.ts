import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { anchorOf, helpOf } from './help-text.ts'

const reference = `# Components

## One

\`one\`. Does [a thing](other.md#x),
in two lines.

| parameter | name |
| --------- | ---- |

- an item
  that goes on
- another

\`\`\`yaml
pipeline:
  # ## Two
\`\`\`

\`\`\`text
SUCCESS
\`\`\`

## Two

Text.
`

test('the part of a reference about one component is read, without its table of parameters', () => {
  expect(helpOf(reference, 'One')).toEqual([
    { kind: 'text', text: '`one`. Does a thing, in two lines.' },
    { kind: 'item', text: 'an item that goes on' },
    { kind: 'item', text: 'another' },
    { kind: 'example', text: 'pipeline:\n  # ## Two' },
    { kind: 'output', text: 'SUCCESS' },
  ])
  expect(helpOf(reference, 'Three')).toEqual([])
  expect(anchorOf('Pub/Sub Message')).toBe('pubsub-message')
})

test.each([
  ['docs/components.md', 'Query Result to Scalar', 'query-result-to-scalar'],
  ['docs/pipelines/transformation-components.md', 'Aggregate', 'aggregate'],
])('%s has help for %s', (path, title, anchor) => {
  const blocks = helpOf(readFileSync(path, 'utf8'), title)
  expect(blocks[0]?.kind).toBe('text')
  expect(blocks.some(({ kind }) => kind === 'example')).toBe(true)
  expect(anchorOf(title)).toBe(anchor)
})
