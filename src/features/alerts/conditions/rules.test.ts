import { expect, test } from 'vitest'
import { inWords, usualLeast, usualLimit } from '../durations.ts'
import type { Incident } from '../incidents/rules.ts'
import { type Condition, evaluateConditions, type LastingRule } from './rules.ts'

const rule: LastingRule = {
  id: 'r',
  projectId: 'p',
  name: 'Slow',
  events: ['RUNNING_LONG', 'QUEUED_LONG', 'RUNNER_LOST'],
  environmentName: null,
  pipelineName: null,
  tag: null,
  notifyRecovered: true,
  afterMinutes: null,
}
const running: Condition = {
  event: 'RUNNING_LONG',
  subject: 'x1',
  places: [{ projectId: 'p', environmentName: 'Production' }],
  pipelineName: 'load',
  tag: null,
  lastsSeconds: 700,
  usualSeconds: 600,
  facts: { pipelineName: 'load' },
  detail: 'It has been running for 12 min.',
}
const lost: Condition = { ...running, event: 'RUNNER_LOST', subject: 'runner', pipelineName: null }
const now = new Date('2026-01-01T12:00:00Z')
let serial = 0
const evaluate = (conditions: readonly Condition[], rules = [rule], open: readonly Incident[] = []) =>
  evaluateConditions(conditions, rules, open, now, () => `i${++serial}`)

test('what lasts too long is one incident and one message while it lasts, and another message when it is over', () => {
  const first = evaluate([running])
  expect(first.messages).toMatchObject([
    { kind: 'OPENED', event: 'RUNNING_LONG', facts: { detail: running.detail } },
  ])
  const open = first.incidents.map((one) => ({ ...one, isNew: false }))
  expect(evaluate([{ ...running, lastsSeconds: 900 }], [rule], open)).toEqual({ incidents: [], messages: [] })
  const over = evaluate([], [rule], open)
  expect(over.messages).toMatchObject([{ kind: 'RECOVERED', incidentId: open[0]!.id }])
  expect(over.messages[0]!.facts).toEqual({ pipelineName: 'load' })
  expect(over.incidents).toMatchObject([{ id: open[0]!.id, closedAt: now }])
})

test.each<[string, Partial<LastingRule>, Partial<Condition>, boolean]>([
  ['shorter than usual', {}, { lastsSeconds: 599 }, false],
  ['without a history', {}, { usualSeconds: undefined }, false],
  ['longer than the rule says, without a history', { afterMinutes: 11 }, { usualSeconds: undefined }, true],
  ['longer than usual, shorter than the rule says', { afterMinutes: 12 }, {}, false],
  [
    'what is reported at once, whatever the rule says',
    { events: ['SCHEDULE_MISSED'], afterMinutes: 999 },
    { event: 'SCHEDULE_MISSED', usualSeconds: 0 },
    true,
  ],
  ['another event', { events: ['FAILED', 'QUEUED_LONG'] }, {}, false],
  ['another project', { projectId: 'q' }, {}, false],
  ['any project for the installation', { projectId: null }, {}, true],
  ['another environment', { environmentName: 'Test' }, {}, false],
  ['another pipeline', { pipelineName: 'other' }, {}, false],
  ['its pipeline', { pipelineName: 'load' }, {}, true],
  ['another tag', { tag: 'nightly' }, {}, false],
])('a rule looks at %s', (_, scope, own, isReported) => {
  expect(evaluate([{ ...running, ...own }], [{ ...rule, ...scope }]).messages).toHaveLength(
    isReported ? 1 : 0,
  )
})

test('a runner concerns the projects whose environments it serves, and the installation', () => {
  const other = { ...rule, id: 'o', projectId: 'q' }
  const installation = { ...rule, id: 'i', projectId: null }
  const inTest = { ...rule, id: 't', environmentName: 'Test' }
  const { messages } = evaluate([lost], [rule, other, installation, inTest])
  expect(messages.map(({ ruleId }) => ruleId)).toEqual(['r', 'i'])
  const unused = evaluate([{ ...lost, places: [] }], [rule, installation])
  expect(unused.messages.map(({ ruleId }) => ruleId)).toEqual(['i'])
})

test('of what waits in one queue the first that is due is reported, once', () => {
  const queued = { ...running, event: 'QUEUED_LONG' as const, subject: 'p/Production' }
  const { messages } = evaluate([
    { ...queued, lastsSeconds: 10, detail: 'young' },
    { ...queued, detail: 'oldest' },
    { ...queued, detail: 'next' },
  ])
  expect(messages.map(({ facts }) => facts.detail)).toEqual(['oldest'])
})

test('a run takes too long when it takes half as long again as the longest before it, once there are ten', () => {
  expect(usualLimit(9, 100)).toBeUndefined()
  expect(usualLimit(10, 100)).toBe(150)
  expect(usualLimit(30, 0.2)).toBe(60)
})

test('a run takes too little time when it takes half of the shortest before it, once there are ten that took some', () => {
  expect([usualLeast(9, 100), usualLeast(30, 9)]).toEqual([undefined, undefined])
  expect(usualLeast(10, 100)).toBe(50)
})

test.each([
  ['longer', 3],
  ['shorter', 1 / 3],
])(
  'histories with a weekly season raise a false alarm in at most one run of a hundred: one in seven is %s',
  (_, often) => {
    let seed = 7
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed / 2_147_483_647
    }
    const gauss = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
    let alarms = 0
    let judged = 0
    for (let pipeline = 0; pipeline < 200; pipeline++) {
      const base = 120 + random() * 3_600
      const runs = Array.from({ length: 300 }, (_, day) => {
        const season = day % 7 === 0 ? often : 1
        return base * season * Math.exp(0.2 * gauss())
      })
      for (const [day, took] of runs.entries()) {
        const before = runs.slice(Math.max(0, day - 30), day)
        const limit = usualLimit(before.length, Math.max(0, ...before))
        if (limit === undefined) continue
        judged++
        if (took > limit || took < usualLeast(before.length, Math.min(...before))!) alarms++
      }
    }
    expect(alarms / judged).toBeLessThanOrEqual(0.01)
  },
)

test.each([
  [59.6, '60 s'],
  [150, '3 min'],
  [7_200, '2 h'],
])('%d seconds are %s', (seconds, words) => {
  expect(inWords(seconds)).toBe(words)
})
