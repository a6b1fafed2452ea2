import { expect, test } from 'vitest'
import { pipelineOf } from '../../../../test/support/flow-player.ts'
import type { StepResult } from '../../../pipeline/flow-events.ts'
import type { Pipeline } from '../../../pipeline/model.ts'
import { isComplete, journalCopy, type OldJournal, type OldStep } from './rules.ts'

const start = (...unconditional: string[]) => ({ type: 'start', to: { unconditional } })
const call = { type: 'run-orchestration' }
const pipelines = new Map<string, Pipeline>([
  ['Main', pipelineOf({ Start: start('Call'), Call: call })],
  ['Child', pipelineOf({ Begin: start('Work'), Work: {} })],
  ['Sql', { ...pipelineOf({}), name: 'Sql', kind: 'transformation' }],
])

let n = 0
const step = (
  execution: string,
  seq: number,
  key: string,
  result: StepResult | undefined,
  child: string | null = null,
): OldStep => ({
  execution,
  seq,
  key,
  child,
  finished: result === undefined ? undefined : { n: n++, outcome: { result } },
})
const execution = (id: string, pipelineName: string, status: string) => ({
  id,
  artifactId: 'version',
  pipelineName,
  status,
})

/** What is copied, by `execution seq`, with the name of the pipeline for the execution. */
function copied(journal: OldJournal) {
  const own = new Map(
    journal.executions.flatMap(({ id, pipelineName }) => {
      const pipeline = pipelines.get(pipelineName)
      return pipeline === undefined ? [] : [[id, pipeline] as const]
    }),
  )
  const { children, steps } = journalCopy({ from: 'main', to: 'new' }, journal, own)
  const names = new Map([['new', 'main'], ...children.map(({ id, from }) => [id, from] as const)])
  const parents = children.map(
    ({ from, parent, open }) => `${from} below ${names.get(parent)}${open ? ' open' : ''}`,
  )
  return {
    parents,
    steps: steps.map(({ execution: to, seq, fromSeq, child, open }) => {
      const runs = child === undefined ? '' : ` runs ${names.get(child)}`
      return `${names.get(to)} ${fromSeq}→${seq}${runs}${open ? ' open' : ''}`
    }),
  }
}

const main = execution('main', 'Main', 'FAILED')
const above = [step('main', 0, 'Start', 'SUCCESS'), step('main', 1, 'Call', 'FAILED', 'child')]

test('a failed child resumes with what it has done, under a step that resumes', () => {
  const steps = [...above, step('child', 0, 'Begin', 'SUCCESS'), step('child', 1, 'Work', 'FAILED')]
  expect(copied({ executions: [main, execution('child', 'Child', 'FAILED')], steps })).toEqual({
    parents: ['child below main open'],
    steps: ['main 0→0', 'main 1→1 runs child open', 'child 0→0'],
  })
})

test('a child of which nothing is kept starts again, and so does one whose pipeline cannot be read', () => {
  const nothing = { parents: [], steps: ['main 0→0'] }
  const steps = [...above, step('child', 0, 'Begin', 'FAILED')]
  expect(copied({ executions: [main, execution('child', 'Child', 'FAILED')], steps })).toEqual(nothing)
  const unknown = [...above, step('child', 0, 'Begin', 'SUCCESS')]
  expect(copied({ executions: [main, execution('child', 'Gone', 'FAILED')], steps: unknown })).toEqual(
    nothing,
  )
})

test('a child that succeeded stays whole when the step that ran it failed afterwards', () => {
  const steps = [...above, step('child', 0, 'Begin', 'SUCCESS'), step('child', 1, 'Work', 'FAILED')]
  expect(copied({ executions: [main, execution('child', 'Child', 'SUCCESS')], steps }).steps).toEqual([
    ...['main 0→0', 'main 1→1 runs child open', 'child 0→0', 'child 1→1'],
  ])
})

test('of a transformation stays what succeeded, numbered without gaps', () => {
  const steps = [
    ...[step('child', 0, 'Read', 'SUCCESS'), step('child', 1, 'Write', 'FAILED')],
    ...[step('child', 2, 'Unused', 'SKIPPED'), step('child', 3, 'Other', undefined)],
  ]
  const journal = { executions: [main, execution('child', 'Sql', 'FAILED')], steps: [...above, ...steps] }
  expect(copied(journal).steps.slice(2)).toEqual(['child 0→0', 'child 2→1'])
})

test('a journal with a gap is not complete', () => {
  const whole = [...above, step('child', 0, 'Begin', 'SUCCESS')]
  const complete = (steps: readonly OldStep[], lastReport = 9) =>
    isComplete({ executions: [], steps }, 'main', lastReport)
  expect(complete(whole)).toBe(true)
  expect(complete(whole.slice(1))).toBe(false)
  expect(complete([])).toBe(false)
  expect(complete([], 1), 'it ended before its first step').toBe(true)
  expect(complete([], 0), 'it never began').toBe(true)
})
