import { expect, test } from 'vitest'
import { faultsOf, messageAt, missingIn, tabOf } from './faults.ts'

const problem = (...violations: string[]) => ({
  type: 't',
  title: 't',
  status: 400,
  detail: 'd',
  instance: '/',
  violations,
})

test('every violation of the API finds its endpoint, its field and its tab', () => {
  const faults = faultsOf(
    problem(
      'body/name must not be blank',
      'body/endpoints/1/url must be an address that begins with http:// or https://',
      'body/endpoints/0/queryParameters: limit needs a value, or must be configurable',
      'body/endpoints/0/pagination/nextPage is required for FULL_PATH',
      'body/endpoints/0/authentication/keyName: there is already a query parameter key',
    ),
  )
  expect(faults.map(({ endpoint, field }) => [endpoint, field])).toEqual([
    [undefined, 'name'],
    [1, 'url'],
    [0, 'queryParameters'],
    [0, 'pagination/nextPage'],
    [0, 'authentication/keyName'],
  ])
  expect(faults.map(tabOf)).toEqual([undefined, undefined, 'parameters', 'pagination', 'authentication'])
  expect(messageAt(faults, 0, 'queryParameters')).toBe('limit needs a value, or must be configurable')
  expect(messageAt(faults, 0, 'pagination')).toBe('is required for FULL_PATH')
  expect(messageAt(faults, 0, 'url')).toBeUndefined()
  expect(messageAt(faults, undefined, 'name')).toBe('must not be blank')
})

test('missing values are reported before anything is sent', () => {
  const endpoints = [{ name: 'One', url: ' ' }]
  expect(missingIn({ name: 'Shop', endpoints })).toMatchObject([{ endpoint: 0, field: 'url' }])
  expect(missingIn({ name: '', endpoints: [] })).toMatchObject([{ field: 'name' }])
})
