import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largePipeline } from '../../bench/support/web/large-pipeline.ts'
import { pipelineNameOf } from './names.ts'
import { readPipelineFile, rereadPipelineFile } from './reread.ts'

const PATH = 'Any.orch.yaml'

const files = [
  ...readdirSync('demo/pipelines', { recursive: true, encoding: 'utf8' })
    .filter((path) => pipelineNameOf(path) !== undefined)
    .map((path) => readFileSync(`demo/pipelines/${path}`, 'utf8')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .flatMap((path) => [
      ...readFileSync(`docs/${path}`, 'utf8')
        .matchAll(/^```yaml\n([\s\S]*?)^```$/gm)
        .map(([, block]) => block!),
    ])
    .filter((text) => readPipelineFile(PATH, text).pipeline !== undefined),
  largePipeline(12),
]

/** What people type into files, and what could mean something to those around it. */
const pieces = fc.constantFrom(
  ...[
    'x',
    '1',
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\n    ',
    '\n      ',
    '\n        ',
    '#',
    '\n# note\n',
    '"',
    "'",
    ':',
    ': ',
    '- ',
  ],
  ...[
    '|',
    '|+\n',
    '>\n',
    '[',
    ']',
    '{',
    '}',
    '&a ',
    '*a',
    '!',
    '? ',
    '---\n',
    '\t',
    '\r\n',
    ', ',
    '%',
    'Other:\n',
    'a: b',
  ],
  ...['    Other:\n      type: "and"\n', '      skipped: true\n', '      type: start\n', '        - "x"\n'],
)
const edits = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.integer({ min: 0, max: 12 }),
    piece: pieces,
  }),
  { minLength: 1, maxLength: 6 },
)

test('a file that is read again after an edit is what it is when it is read for the first time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...files), edits, (text, all) => {
      let read = readPipelineFile(PATH, text)
      let now = text
      for (const { at, removed, piece } of all) {
        const from = Math.floor(at * now.length)
        now = now.slice(0, from) + piece + now.slice(from + removed)
        const again = rereadPipelineFile(read, now)
        expect(again).toEqual(readPipelineFile(PATH, now))
        if (again.pipeline !== undefined) read = again
      }
    }),
    { numRuns: Number(process.env['HEADRACE_TEST_EDITS'] ?? 500) },
  )
})

test('of 500 components the one that is typed in is read, and the others stay the same objects', () => {
  const text = largePipeline(500)
  const before = readPipelineFile(PATH, text)
  const changed = (now: string) => {
    const again = rereadPipelineFile(before, now)
    expect(again).toEqual(readPipelineFile(PATH, now))
    const { components } = again.pipeline!
    return [...components.keys()].filter(
      (name) => components.get(name) !== before.pipeline!.components.get(name),
    )
  }
  expect(changed(text.replace('echo "step 250"', 'echo "step 2500"'))).toEqual(['Step 250'])
  expect(changed(text.replace('    Step 250:\n', '    Step two:\n'))).toEqual(['Step two'])
  // Lines move, so the places of what stands behind them do.
  expect(changed(text.replace('echo "step 490"', 'echo "step\n          490"'))).toHaveLength(10)
})

test('a component with a comment at the left margin goes on behind it', () => {
  const text = `pipeline:
  components:
    Start:
      type: "start"
# Not here yet.
      skipped: true
    End:
      type: "end-success"
`
  const now = text.replace('"start"', '"and"')
  const again = rereadPipelineFile(readPipelineFile(PATH, text), now)
  expect(again).toEqual(readPipelineFile(PATH, now))
  expect(again.pipeline?.components.get('Start')).toMatchObject({ type: 'and', skipped: true })
})
