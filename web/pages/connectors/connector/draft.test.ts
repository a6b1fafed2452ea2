import { expect, test } from 'vitest'
import type { Connector } from '../wire.ts'
import { changeOf, draftOf, isSame, newEndpoint, uriRowsOf, withIds } from './draft.ts'

const connector: Connector = {
  connectorId: 'c',
  name: 'Shop',
  endpoints: [
    {
      endpointId: 'e1',
      name: 'Orders',
      method: 'POST',
      url: 'https://shop/{year}/{place}',
      body: '{}',
      authentication: { type: 'API_KEY', keyName: 'key', addTo: 'QUERY_PARAMETER' },
      uriParameters: [
        { name: 'year', value: '2026' },
        { name: 'place', configurable: true },
      ],
      queryParameters: [{ name: 'q', value: 'a', configurable: true }],
      headerParameters: [{ name: 'x-shop', value: '1' }],
      response: { structure: [{ path: '$', type: 'ARRAY' }], repeatingElement: '$' },
      pagination: { type: 'PAGE', pageParameter: 'page', startPage: 0, addTo: 'BODY' },
    },
    {
      endpointId: 'e2',
      name: 'Users',
      method: 'GET',
      url: 'https://shop/users',
      authentication: { type: 'OAUTH', oauthIds: ['o1', 'o2'] },
      uriParameters: [],
      queryParameters: [],
      headerParameters: [],
      response: {},
      pagination: { type: 'LINK_HEADER' },
    },
  ],
}

test('saving an unchanged connector sends the same values', () => {
  const { connectorId: _, ...said } = connector
  expect(changeOf(draftOf(connector))).toEqual(said)
})

test('URI parameters follow the URL, and editing the URL loses no value', () => {
  const [draft] = draftOf(connector).endpoints
  const cut = { ...draft!, url: 'https://shop/{yea}' }
  expect(uriRowsOf(cut).map(({ name, isConfigurable }) => [name, isConfigurable])).toEqual([['yea', true]])
  const mended = { ...cut, url: 'https://shop/{place}/{year}/{place}' }
  expect(uriRowsOf(mended).map(({ name, value }) => [name, value])).toEqual([
    ['place', ''],
    ['year', '2026'],
  ])
})

test('fields of another pagination type are kept in the draft but not sent', () => {
  const draft = draftOf(connector)
  const [first, second] = draft.endpoints
  const tried = { ...first!, pagination: { ...first!.pagination, type: 'OFFSET' as const } }
  expect(changeOf({ ...draft, endpoints: [tried, second!] }).endpoints[0]!.pagination).toEqual({
    type: 'OFFSET',
    addTo: 'BODY',
  })
  const back = { ...tried, pagination: { ...tried.pagination, type: 'PAGE' as const } }
  expect(isSame({ ...draft, endpoints: [back, second!] }, draft)).toBe(true)
})

test('new endpoints get their ids on saving, even when one was removed meanwhile', () => {
  const [first, second] = draftOf(connector).endpoints
  const added = newEndpoint('New')
  const sent = { name: 'Shop', endpoints: [first!, added, second!] }
  const [one, two] = connector.endpoints
  const saved = { ...connector, endpoints: [one!, { ...two!, endpointId: 'e3' }, two!] }
  const now = { name: 'Shop', endpoints: [added, second!] }
  expect(withIds(now, sent, saved).endpoints.map(({ endpointId }) => endpointId)).toEqual(['e3', 'e2'])
})
