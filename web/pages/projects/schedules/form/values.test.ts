import { expect, test } from 'vitest'
import { newScheduleOf, newValues, patchOf } from './values.ts'

const values = {
  ...newValues('Europe/Berlin'),
  name: 'Nightly',
  pipelineName: 'Main',
  environmentName: 'Dev',
}

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
  expect(patchOf(values, { ...values, name: 'Weekly', versionName: '2' })).toEqual({
    name: 'Weekly',
    versionName: '2',
  })
  expect(patchOf({ ...values, versionName: '2' }, values)).toEqual({ versionName: null })
  expect(patchOf(values, { ...values, kind: 'interval', interval: 2, unit: 'DAYS' })).toEqual({
    intervalExpression: { interval: 2, unit: 'DAYS' },
  })
  expect(patchOf(values, values)).toEqual({})
})
