import { expect, test } from 'vitest'
import type { Step } from '../../../components/executions/shapes.ts'
import { componentStates } from './component-states.ts'

const step = (key: string, result: Step['result'], own: Partial<Step> = {}): Step => ({
  id: key,
  key,
  name: key.replace(/[[#].*/, ''),
  type: 'bash-script',
  result,
  attempt: 1,
  startedAt: '2026-11-21T10:00:00Z',
  ...(result !== 'RUNNING' && { finishedAt: '2026-11-21T10:00:02Z' }),
  ...own,
})

test('a failed attempt that was made good is no failure of the component', () => {
  const states = componentStates([step('Try', 'FAILED'), step('Try#2', 'SUCCESS', { attempt: 2 })])
  expect(states.get('Try')).toEqual({ status: 'SUCCESS', durationMs: 2_000, detail: 'attempt 2' })
})

test('one failed iteration shows at the component, and while one runs it is running', () => {
  const ended = [step('Body[1]', 'SUCCESS'), step('Body[2]', 'FAILED')]
  expect(componentStates(ended).get('Body')).toEqual({ status: 'FAILED', detail: '2×, 1 failed' })
  const [one, other] = ended
  const failed = componentStates([one!, { ...other!, message: 'no such table\n^' }])
  expect(failed.get('Body')).toMatchObject({ message: 'no such table\n^' })
  const running = componentStates([...ended, step('Body[3]', 'RUNNING')])
  expect(running.get('Body')).toEqual({ status: 'RUNNING', detail: '2 of 3, 1 failed' })
})

test('rows of all runs of a component are added up, and what counts none has none', () => {
  const steps = [step('Body[1]', 'SUCCESS', { rowCount: 3 }), step('Body[2]', 'SUCCESS', { rowCount: 4 })]
  expect(componentStates(steps).get('Body')).toEqual({ status: 'SUCCESS', detail: '2×', rows: 7 })
  expect(componentStates([step('One', 'SUCCESS')]).get('One')).not.toHaveProperty('rows')
})

test('what has not begun has no state', () => {
  expect(componentStates([]).get('Body')).toBeUndefined()
})
