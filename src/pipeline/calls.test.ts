import { expect, test } from 'vitest'
import { orchestration, start } from '../../test/support/pipelines.ts'
import { canBecome, statedCalls } from './calls.ts'
import { parsePipelineFile } from './parse.ts'

const run = (parameters: Record<string, unknown>) => ({ type: 'run-orchestration', parameters })

test('calls have the name, what repeats them, and none where variables decide it', () => {
  const text = orchestration({
    Start: start('Each', 'Any'),
    Each: {
      type: 'fixed-iterator',
      more: { iterationTarget: 'One' },
    },
    One: run({ orchestrationJob: './Load/One.orch.yaml' }),
    Any: run({ orchestrationJob: 'Load/${which}' }),
    Shape: { type: 'run-transformation', parameters: { transformationJob: 'Shape' } },
    Empty: run({ orchestrationJob: '' }),
    Odd: run({ orchestrationJob: ['a'] }),
  })
  const calls = statedCalls(parsePipelineFile('a.orch.yaml', text).pipeline)
  expect(
    calls.map(({ component, kind, target, repeatedBy }) => [component.name, kind, target, repeatedBy?.name]),
  ).toEqual([
    ['One', 'orchestration', 'Load/One', 'Each'],
    ['Any', 'orchestration', undefined, undefined],
    ['Shape', 'transformation', 'Shape', undefined],
  ])
})

test.each([
  ['${job}', 'Load/One', true],
  ['Load/${which}', 'Load/One', true],
  ['Load/${which}', 'Store/One', false],
  ['./Load/${which}.orch.yaml', 'Load/One', true],
  ['${area}/One', 'Load/One', true],
  ['${area}/One', 'Load/Two', false],
  ['a${x}a', 'a', false],
  ['${a}-${b}-x', 'one-two-x', true],
  ['${a}-${b}-x', 'one-x', false],
])('%s can become %s: %s', (reference, name, expected) => {
  expect(canBecome(reference, name)).toBe(expected)
})
