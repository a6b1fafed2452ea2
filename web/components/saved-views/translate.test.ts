import { expect, test } from 'vitest'
import { toAddress, toQuery } from './translate.ts'

test('a filter of an address is kept as the API names it, without the page, and leads back to the same address', () => {
  const executions = { pipeline: 'load', after: '2026-11-21T10:00:00Z', sort: 'queuedAt', page: 'abc' }
  const kept = toQuery('EXECUTIONS', executions)
  expect(kept).toEqual({ pipelineName: 'load', startedAfter: '2026-11-21T10:00:00Z', sort: 'queuedAt' })
  expect(toAddress('EXECUTIONS', kept)).toMatchObject({ ...executions, page: undefined, status: undefined })
  const schedules = { enabled: 'no', name: undefined, page: 3 }
  expect(toQuery('SCHEDULES', schedules)).toEqual({ scheduleEnabled: 'false' })
  expect(toAddress('SCHEDULES', { scheduleEnabled: 'false' })).toMatchObject({ enabled: 'no' })
})
