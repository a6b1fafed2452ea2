import { expect, test } from 'vitest'
import { newScheduleOf, newValues, patchOf } from './values.ts'

const values = {
  ...newValues('Europe/Berlin'),
  name: 'Nightly',
  pipelineName: 'Main',
  environmentName: 'Dev',
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
