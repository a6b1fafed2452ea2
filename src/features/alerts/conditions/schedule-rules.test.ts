import { expect, test } from 'vitest'
import { conditionsOf, type DueTime, type WatchedSchedule } from './schedule-rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
const fired: DueTime = {
  outcome: 'FIRED',
  runAt: at(0),
  decidedAt: at(0),
  missedCount: 0,
  executionId: 'x',
  startedAt: at(0),
  pausedUntil: null,
}
const schedule: WatchedSchedule = {
  id: 's',
  name: 'Nightly',
  projectId: 'p',
  projectName: 'Shop',
  environmentName: 'Production',
  pipelineName: 'load',
  now: at(30),
  overdueSince: null,
  plannedAt: at(0),
  waiting: null,
  last: fired,
}
const waiting = { executionId: 'x', queuedAt: at(0), pausedUntil: null }
const queued = { ...fired, startedAt: null }
/** Event and minutes of what is reported. */
const found = (own: Partial<WatchedSchedule>) =>
  conditionsOf({ ...schedule, ...own }).map(({ event, lastsSeconds }) => `${event} ${lastsSeconds / 60}`)

test.each<[string, Partial<WatchedSchedule>, string[]]>([
  ['on time', {}, ['SCHEDULE_LATE 0']],
  ['never due', { last: null }, []],
  ['waiting in the queue', { waiting, last: queued }, ['SCHEDULE_LATE 30']],
  [
    'waiting since an earlier due time than the last',
    { waiting: { ...waiting, executionId: 'w' }, last: { ...queued, runAt: at(29) } },
    ['SCHEDULE_LATE 30'],
  ],
  [
    'queued late after an outage',
    { waiting: { ...waiting, queuedAt: at(25) }, last: queued },
    ['SCHEDULE_LATE 30'],
  ],
  ['started late', { last: { ...fired, startedAt: at(20) } }, ['SCHEDULE_LATE 20']],
  ['looked at by no server', { overdueSince: at(10) }, ['SCHEDULE_LATE 20']],
  ['a paused runner', { waiting: { ...waiting, pausedUntil: at(60) }, last: queued }, []],
  [
    'a runner whose pause ended',
    { waiting: { ...waiting, pausedUntil: at(25) }, last: queued },
    ['SCHEDULE_LATE 5'],
  ],
  [
    'started when the pause of its runner ended',
    { last: { ...fired, startedAt: at(20), pausedUntil: at(20) } },
    ['SCHEDULE_LATE 0'],
  ],
  [
    'started late before a pause of its runner',
    { last: { ...fired, startedAt: at(20), pausedUntil: at(25) } },
    ['SCHEDULE_LATE 20'],
  ],
  ['missed', { last: { ...queued, outcome: 'MISSED', executionId: null } }, ['SCHEDULE_MISSED 30']],
  ['a run that could not begin, which failed', { last: { ...queued, outcome: 'FAILED' } }, []],
  [
    'late before somebody changed or enabled it',
    { plannedAt: at(21), last: { ...fired, startedAt: at(20) } },
    [],
  ],
  ['missed before that', { plannedAt: at(21), last: { ...queued, outcome: 'MISSED' } }, []],
])('a schedule: %s', (_, own, expected) => {
  expect(found(own)).toEqual(expected)
})

test('a condition says when the run was due and how late it is', () => {
  const [late] = conditionsOf({ ...schedule, waiting, last: queued })
  expect(late).toMatchObject({
    subject: 's',
    facts: { scheduleName: 'Nightly', pipelineName: 'load', executionId: 'x' },
    detail: 'It was due at 2026-01-01T12:00:00.000Z and is still waiting in the queue, 30 min late.',
    usualSeconds: 600,
  })
  const [missed] = conditionsOf({ ...schedule, last: { ...queued, outcome: 'MISSED', missedCount: 2 } })
  expect(missed!.detail).toMatch(/2 due times before it were missed too/)
})
