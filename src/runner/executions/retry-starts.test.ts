import { expect, test } from 'vitest'
import { pipelineOf } from '../../../test/support/flow-player.ts'
import { createRetryStarts } from './retry-starts.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second))
const begun = (key: string, name = 'Work') => ({ name, key })

test('a retry begins with its first attempt, in each iteration and attempt around it, whichever session that was in', () => {
  const pipeline = pipelineOf({
    Outer: { type: 'retry', around: 'Inner' },
    Inner: { type: 'retry', around: 'Work' },
    Work: {},
  })
  const starts = createRetryStarts(pipeline, [{ ...begun('Work'), startedAt: at(1).toISOString() }])
  starts.note(begun('Work#2'), at(2))
  starts.note(begun('Work#2#1'), at(3))
  starts.note(begun('Work[2]'), at(4))
  starts.note(begun('Other', 'Other'), at(5))
  expect(starts.take('Inner')).toEqual(at(1))
  expect(starts.take('Inner#2')).toEqual(at(3))
  expect(starts.take('Outer')).toEqual(at(1))
  expect(starts.take('Inner[2]')).toEqual(at(4))
  expect([starts.take('Other'), starts.take('Inner')]).toEqual([undefined, undefined])
})
