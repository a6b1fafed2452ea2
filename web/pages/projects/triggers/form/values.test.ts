import { expect, test } from 'vitest'
import type { DataTrigger } from '../shapes.ts'
import { lacksAwaited, newTriggerValues, triggerPatchOf, triggerValuesOf } from './values.ts'

const trigger: DataTrigger = {
  triggerId: 't',
  name: 'After load',
  pipelineName: 'Report',
  environmentName: 'Development',
  runnerId: 'r',
  enabled: true,
  condition: { type: 'PIPELINE_END', states: ['SUCCESS'] },
  allowConcurrentExecutions: true,
  missedRunPolicy: 'RUN_ALL',
  createdAt: '2026-11-28T10:00:00Z',
  createdBy: 'ann',
  scalarVariables: {},
  gridVariables: {},
  variablePaths: {},
}

test('a trigger whose awaited pipeline the user may not see can be changed, and its condition stays', () => {
  const before = triggerValuesOf('p', trigger)
  const renamed = { ...before, name: 'Renamed' }
  expect(lacksAwaited(before, renamed)).toBe(false)
  expect(triggerPatchOf(before, renamed)).toEqual({ name: 'Renamed' })
  expect(lacksAwaited(before, { ...before, states: ['FAILED'] })).toBe(true)
  expect(lacksAwaited(before, { ...before, states: ['FAILED'], afterPipeline: 'Load' })).toBe(false)
})

test('a pipeline to wait for that was seen, or of a new trigger, has to be entered', () => {
  const before = triggerValuesOf('p', {
    ...trigger,
    condition: { type: 'PIPELINE_END', pipelineName: 'Load' },
  })
  expect(lacksAwaited(before, before)).toBe(false)
  expect(lacksAwaited(before, { ...before, afterPipeline: ' ' })).toBe(true)
  expect(lacksAwaited(newTriggerValues(), newTriggerValues())).toBe(true)
  expect(lacksAwaited(newTriggerValues(), { ...newTriggerValues(), type: 'EVENT' })).toBe(false)
})
