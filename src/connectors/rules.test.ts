import { expect, test } from 'vitest'
import { endpointFaults } from './rules.ts'
import type { NewEndpoint } from './schema.ts'

const endpoint: NewEndpoint = { name: 'one', method: 'GET', url: 'https://api.example.com/{host}' }
const uriParameters = [{ name: 'host', configurable: true }]
const faultsOf = (own: Partial<NewEndpoint>) => endpointFaults({ ...endpoint, uriParameters, ...own }, 'body')

test.each([
  'https://{host}/a',
  'https:{host}/a',
  'https:/{host}/a',
  'https:/\\{host}/a',
  'https:///{host}/a',
  'https://\t/{host}/a',
  ' https://{host}/a',
  'https://api.{host}/a',
  'https://api.example.com:8{host}/a',
])('the host of %j cannot be a parameter', (url) => {
  expect(faultsOf({ url })).toContain('body/url must contain its host; only the path may have parameters')
})

test.each([
  'https://api.example.com/{host}',
  'HTTP://127.0.0.1:8080/a{host}?b',
  'https://api.example.com?a={host}',
])('%s has its host', (url) => {
  expect(faultsOf({ url })).toEqual([])
})

test.each([
  ['https://api.example.com/v2', []],
  ['https://API.example.com:443', []],
  ['http://api.example.com', [expect.stringContaining('must begin with https://api.example.com')]],
  ['https://elsewhere.test/', [expect.stringContaining('must begin with https://api.example.com')]],
  ['/v2', [expect.stringContaining('must be an address')]],
])('the base URI %s is on the host of the endpoint, or refused', (baseUri, faults) => {
  expect(faultsOf({ pagination: { type: 'RELATIVE_PATH', nextPage: '$.next', baseUri } })).toEqual(faults)
})
