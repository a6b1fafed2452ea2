import { expect, test } from 'vitest'
import { maskingOf } from './start-values.ts'
import { type RecordedChange, type RecordedStep, shownStep } from './variable-changes.ts'

const nothing = maskingOf([])
const step = (shown: RecordedChange[], more = false): RecordedStep => ({
  id: 'x-0',
  key: 'A',
  name: 'A',
  result: 'SUCCESS',
  type: 'update-scalar',
  startedAt: '',
  attempt: 1,
  variableChanges: { shown, more },
})
const changes = (shown: RecordedChange[], masking = nothing) =>
  shownStep(step(shown), masking).variableChanges

test('values are shown as they are, in order, with the iteration that they are for', () => {
  const shown = [
    { name: 'n', value: 3 },
    { name: 'text', value: 'a', iteration: 2 },
    { name: 'rows', value: [['a', 'b']] },
  ]
  expect(changes(shown)).toEqual(shown)
  expect(shownStep(step(shown, true), nothing).moreVariableChanges).toBe(true)
  expect(shownStep(step(shown), nothing)).not.toHaveProperty('moreVariableChanges')
})

test('a step that changed nothing says nothing', () => {
  expect(shownStep(step([]), nothing)).not.toHaveProperty('variableChanges')
})

test('a secret is masked where it is named, where the runner found it, and wherever else its text occurs', () => {
  const masking = maskingOf([{ name: 'apiKey', value: 'hunter22' }])
  const shown = changes(
    [
      { name: 'apiKey', value: 'hunter22' },
      { name: 'password_grid', value: [['x']] },
      { name: 'found', value: 'anything', secret: true },
      { name: 'url', value: 'https://host/?key=hunter22' },
      { name: 'rows', value: [['hunter22', 'plain']] },
    ],
    masking,
  )
  expect(shown?.map(({ value }) => value)).toEqual([
    ...['***', '***', '***', 'https://host/?key=***'],
    [['***', 'plain']],
  ])
  expect(JSON.stringify(shown)).not.toContain('secret"')
})

test('long values are cut short and say so', () => {
  const [text, rows, cell] = changes([
    { name: 'text', value: 'x'.repeat(1_001) },
    { name: 'rows', value: Array.from({ length: 51 }, () => ['a']) },
    { name: 'cell', value: [['y'.repeat(2_000)]] },
  ])!
  expect(text).toEqual({ name: 'text', value: `${'x'.repeat(1_000)}…`, shortened: true })
  expect(rows).toMatchObject({ value: Array.from({ length: 50 }, () => ['a']), shortened: true })
  expect(cell).toMatchObject({ value: [[`${'y'.repeat(1_000)}…`]], shortened: true })
})
