import { expect, test } from 'vitest'
import { failure, type Part, play } from '../../../test/support/flow-player.ts'
import { TEST_STEP, testsFlow } from './tests-flow.ts'

const names = Array.from({ length: 9 }, (_, at) => `Test ${at + 1}`)

/** Plays the tests of these names, of which `failed` fail; what ran, and what became of the execution. */
function played(failed: readonly string[], given = names) {
  const { components } = testsFlow(given)
  const parts = [...components].map(([name, { type, transitions }]): [string, Part] => [
    name,
    { type, to: transitions },
  ])
  const player = play(Object.fromEntries(parts))
  const actions = player.begin()
  actions.push(...player.playOut(Object.fromEntries(failed.map((name) => [name, failure]))))
  const isTest = (action: string) => components.get(action.replace(/^run /, ''))?.type === TEST_STEP
  return { ran: actions.filter(isTest).length, status: player.flow.result()?.status }
}

test.each([[[]], [['Test 1']], [['Test 9']], [['Test 2', 'Test 6', 'Test 9']], [names]])(
  'every test runs, and the execution fails when one of them does: %j',
  (failed: readonly string[]) => {
    expect(played(failed)).toEqual({ ran: 9, status: failed.length === 0 ? 'SUCCESS' : 'FAILED' })
  },
)

test('tests may have the names that the flow gives to components of its own', () => {
  const taken = ['Start', 'Any Test Failed', 'Tests Failed']
  expect(played([], taken)).toEqual({ ran: 3, status: 'SUCCESS' })
  expect(played(['Start'], taken)).toEqual({ ran: 3, status: 'FAILED' })
})
