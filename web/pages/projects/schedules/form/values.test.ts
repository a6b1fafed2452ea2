import { expect, test } from 'vitest'
import type { Schedule } from '../shapes.ts'
import { newScheduleOf, newValues, patchOf, timingOf, valuesOf, variableRules } from './values.ts'

const values = {
  ...newValues('Europe/Berlin'),
  name: 'Nightly',
  pipelineName: 'Main',
  environmentName: 'Dev',
}

const schedule: Schedule = {
  scheduleId: 's',
  name: 'Nightly',
  pipelineName: 'Main',
  environmentName: 'Dev',
  runnerId: 'r',
  intervalExpression: { interval: 1, unit: 'HOURS' },
  cronTimezone: 'UTC',
  effectiveFrom: '2026-11-28T10:00:00Z',
  allowConcurrentExecutions: true,
  scheduleEnabled: true,
  missedRunPolicy: 'RUN_ONCE',
  jitterSeconds: 0,
  scalarVariables: {},
  gridVariables: {},
}

const now = new Date('2026-11-28T10:00:30Z')

test('a new schedule says what was chosen and leaves out what was not', () => {
  expect(newScheduleOf(values)).toEqual({
    pipeline: { pipelineName: 'Main', environmentName: 'Dev', scalarVariables: {}, gridVariables: {} },
    schedule: {
      name: 'Nightly',
      cronExpression: '0 0 6 * * ?',
      cronTimezone: 'Europe/Berlin',
      scheduleEnabled: true,
      allowConcurrentExecutions: true,
      missedRunPolicy: 'RUN_ONCE',
      jitterSeconds: 0,
    },
  })
})

test('a change says only what is otherwise, so that nothing of others is undone', () => {
  expect(patchOf(values, { ...values, name: 'Weekly', versionName: '2' }, now)).toEqual({
    name: 'Weekly',
    versionName: '2',
  })
  expect(patchOf({ ...values, versionName: '2' }, values, now)).toEqual({ versionName: null })
  expect(patchOf(values, { ...values, kind: 'interval', interval: 2, unit: 'DAYS' }, now)).toEqual({
    intervalExpression: { interval: 2, unit: 'DAYS' },
  })
  expect(patchOf(values, values, now)).toEqual({})
})

test('a schedule whose beginning was emptied begins now', () => {
  const before = { ...values, effectiveFrom: '2027-01-01T00:00' }
  expect(patchOf(before, values, now)).toEqual({ effectiveFrom: '2026-11-28T10:00:30.000Z' })
  expect(patchOf(before, before, now)).toEqual({})
})

test('due times are previewed from the very second that is stored, until it is changed', () => {
  const effectiveFrom = '2026-11-28T10:00:30.000Z'
  const before = valuesOf({ ...schedule, effectiveFrom })
  expect(timingOf(before)).toMatchObject({ effectiveFrom })
  const changed = { ...before, effectiveFrom: before.effectiveFrom.replace(/\d$/, '5') }
  expect(timingOf(changed)).toMatchObject({ effectiveFrom: '2026-11-28T10:05:00.000Z' })
  expect(patchOf(before, changed, now)).toEqual({ effectiveFrom: '2026-11-28T10:05:00.000Z' })
})

test.each([
  ['', 'west', 'Enter a name'],
  ['', '', null],
  ['region', 'west', 'Named twice'],
  ['Region', 'west', null],
])('a variable named “%s” with the value “%s”: %s', (name, value, fault) => {
  const scalars = [
    { name: 'region', value: 'east' },
    { name, value },
  ]
  expect(variableRules.scalars.name(name, { scalars }, 'scalars.1.name')).toBe(fault)
})
