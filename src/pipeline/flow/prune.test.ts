import { expect, test } from 'vitest'
import { type Part, pipelineOf } from '../../../test/support/flow-player.ts'
import type { StepResult } from '../flow-events.ts'
import { type JournalStep, keptSteps } from './prune.ts'

/** Steps in the order they finished; an object is a step without a result. */
type Told = readonly [key: string, result: StepResult | 'RUNNING', iterations?: number]

function journal(...steps: Told[]): JournalStep[] {
  return steps.map(([key, result, iterations], n) => ({
    key,
    iterations,
    finished: result === 'RUNNING' ? undefined : { n, outcome: { result } },
  }))
}

const kept = (parts: Readonly<Record<string, Part>>, ...steps: Told[]) =>
  Object.fromEntries(keptSteps(pipelineOf(parts), journal(...steps)))

const start = (...unconditional: string[]): Part => ({ type: 'start', to: { unconditional } })
const then = (...success: string[]): Part => ({ to: { success } })

test('a failed step goes with all that followed from it; what another arrow had reached before stays', () => {
  const parts = {
    Start: start('Good', 'Bad'),
    Good: then('Both', 'First'),
    Bad: { to: { failure: ['Notify', 'First', 'Late'] } },
    Both: {},
    First: {},
    Late: then('Last'),
    Last: {},
    Notify: {},
  }
  const steps = journal(
    ['Start', 'SUCCESS'],
    ['Good', 'SUCCESS'],
    ['Bad', 'FAILED'],
    ['First', 'SUCCESS'],
    ['Notify', 'SUCCESS'],
    ['Late', 'SUCCESS'],
    ['Last', 'SUCCESS'],
    ['Both', 'SKIPPED'],
  )
  expect([...keptSteps(pipelineOf(parts), steps).keys()].sort()).toEqual(['Both', 'First', 'Good', 'Start'])
})

test('a join stays only when everything it waited for stays', () => {
  const parts = {
    Start: start('Good', 'Bad'),
    Good: then('Join'),
    Bad: { to: { unconditional: ['Join'] } },
    Join: { type: 'and', to: { unconditional: ['End'] } },
    End: {},
  }
  const ended: Told[] = [
    ['Start', 'SUCCESS'],
    ['Good', 'SUCCESS'],
    ['Bad', 'FAILED'],
    ['Join', 'SUCCESS'],
    ['End', 'SUCCESS'],
  ]
  expect(kept(parts, ...ended)).toEqual({ Start: 'whole', Good: 'whole' })
})

test('of an iterator the iterations that succeeded stay, those behind a failed one too', () => {
  const parts = { Start: start('Loop'), Loop: { type: 'fixed-iterator', around: 'Work' }, Work: {} }
  const steps: Told[] = [
    ['Start', 'SUCCESS'],
    ['Work[1]', 'SUCCESS'],
    ['Work[2]', 'FAILED'],
    ['Work[3]', 'SUCCESS'],
  ]
  const open = { Start: 'whole', Loop: 'open', 'Work[1]': 'whole', 'Work[3]': 'whole' }
  expect(kept(parts, ...steps, ['Loop', 'FAILED', 3])).toEqual(open)
  expect(kept(parts, ...steps, ['Loop', 'RUNNING', 3])).toEqual(open)
  expect(kept(parts, ['Start', 'SUCCESS'], ['Work[1]', 'FAILED'], ['Loop', 'FAILED', 1])).toEqual({
    Start: 'whole',
  })
})

test('a retry that failed starts again; one that succeeded keeps the attempts that failed', () => {
  const parts = { Start: start('Try'), Try: { type: 'retry', around: 'Work' }, Work: {} }
  const first: Told[] = [
    ['Start', 'SUCCESS'],
    ['Work', 'FAILED'],
  ]
  expect(kept(parts, ...first, ['Work#2', 'FAILED'], ['Try', 'FAILED'])).toEqual({ Start: 'whole' })
  expect(kept(parts, ...first)).toEqual({ Start: 'whole' })
  const whole = { Start: 'whole', Work: 'whole', 'Work#2': 'whole' }
  expect(kept(parts, ...first, ['Work#2', 'SUCCESS'], ['Try', 'SUCCESS'])).toEqual({ ...whole, Try: 'whole' })
  // Its conclusion was lost, or what it asks for afterwards failed: the work itself was done.
  expect(kept(parts, ...first, ['Work#2', 'SUCCESS'])).toEqual(whole)
  expect(kept(parts, ...first, ['Work#2', 'SUCCESS'], ['Try', 'FAILED'])).toEqual(whole)
})

test('a call resumes when something of its pipeline is kept; an end that means failure is reached again', () => {
  const parts = {
    Start: start('Call'),
    Call: { type: 'run-orchestration', to: { failure: ['End'] } },
    End: { type: 'end-failure' },
  }
  const steps = journal(['Start', 'SUCCESS'], ['Call', 'FAILED'], ['End', 'SUCCESS'])
  const keptWhen = (resumes: boolean) =>
    Object.fromEntries(keptSteps(pipelineOf(parts), steps, () => resumes))
  expect(keptWhen(true)).toEqual({ Start: 'whole', Call: 'open' })
  expect(keptWhen(false)).toEqual({ Start: 'whole' })
  const onlyEnd = { Start: start('End'), End: { type: 'end-failure' } }
  expect(kept(onlyEnd, ['Start', 'SUCCESS'], ['End', 'SUCCESS'])).toEqual({ Start: 'whole' })
})

test('parts stay with the step that they belong to, whatever became of them', () => {
  const parts = { Start: start('Each'), Each: { type: 'grid-iterator', around: 'Build' }, Build: {} }
  const steps = journal(
    ['Start', 'SUCCESS'],
    ['Each', 'FAILED', 2],
    ['Build[1][model.a]', 'SUCCESS'],
    ['Build[1][test.\\[b\\]]', 'SKIPPED'],
    ['Build[1]', 'SUCCESS'],
    ['Build[2][model.a]', 'FAILED'],
    ['Build[2]', 'FAILED'],
  )
  const names = [...keptSteps(pipelineOf(parts), steps).keys()].sort()
  expect(names).toEqual(['Build[1]', 'Build[1][model.a]', 'Build[1][test.\\[b\\]]', 'Each', 'Start'])
})
