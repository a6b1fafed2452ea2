import { expect, test } from 'vitest'
import { cancellationOf, isNarrowed, queryOf } from './filter.ts'

test('what the address says is asked of the API by its own names, and what it cannot mean is left out', () => {
  const filter = {
    status: 'FAILED',
    pipeline: 'a/Load',
    after: '2026-11-21T10:00:00+01:00',
    before: 'tomorrow',
  }
  expect(queryOf(filter, 50)).toEqual({
    limit: 50,
    status: ['FAILED'],
    pipelineName: 'a/Load',
    startedAfter: '2026-11-21T09:00:00.000Z',
  })
  expect(queryOf({ status: 'SLEEPING' }, 5)).toEqual({ limit: 5 })
})

test('cancelling by a filter asks for what the list shows with it', () => {
  const filter = { project: 'p', pipeline: 'load', after: '2026-11-21T10:00:00Z', runner: 'r', page: 'x' }
  const { limit, projectId, paginationToken, ...shown } = queryOf(filter, 50)
  expect(cancellationOf(filter)).toEqual(shown)
  expect(cancellationOf({ ...filter, status: 'QUEUED' })).toEqual({ ...shown, status: ['QUEUED'] })
  expect(cancellationOf({ status: 'CANCELLING' })).toEqual({ status: ['CANCELLING'] })
  expect(cancellationOf({ status: 'SUCCESS' })).toContain('SUCCESS')
  expect(cancellationOf({})).toEqual({})
})

test('a page is no filter', () => {
  expect(isNarrowed({ page: 'abc' })).toBe(false)
  expect(isNarrowed({ runner: 'r' })).toBe(true)
})

test('what only saved views of programs filter by narrows the list, and what is cancelled', () => {
  const filter = {
    status: 'FAILED,RUNNING',
    timeFrame: 'P7D',
    unpublished: 'false',
    queuedAfter: '2026-11-21T10:00:00Z',
    queuedBefore: '2026-11-22T10:00:00Z',
  }
  const queued = {
    timeFrame: 'P7D',
    unpublished: false,
    queuedAfter: '2026-11-21T10:00:00.000Z',
    queuedBefore: '2026-11-22T10:00:00.000Z',
  }
  expect(queryOf(filter, 5)).toEqual({ ...queued, limit: 5, status: ['RUNNING', 'FAILED'] })
  expect(cancellationOf(filter)).toEqual({ ...queued, status: ['RUNNING'] })
  expect(cancellationOf({ status: 'SUCCESS,FAILED' })).toContain('SUCCESS and FAILED')
})
