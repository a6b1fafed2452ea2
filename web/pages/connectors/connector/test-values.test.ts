import { expect, test } from 'vitest'
import type { OAuth } from '../wire.ts'
import { type EndpointDraft, newEndpoint, newRow } from './draft.ts'
import { noValues, oauthForTest, testRequestOf } from './test-values.ts'

const entry = (oauthId: string, status: OAuth['status']) => ({ oauthId, status }) as OAuth
const oauths = [entry('pending', 'PENDING_SETUP'), entry('one', 'AUTHORIZED'), entry('two', 'AUTHORIZED')]

function withOAuths(...oauthIds: string[]): EndpointDraft {
  const endpoint = newEndpoint('one')
  return { ...endpoint, authentication: { ...endpoint.authentication, type: 'OAUTH', oauthIds } }
}

test('a test never uses an entry pending setup, whichever was chosen', () => {
  expect(oauthForTest(withOAuths('pending', 'two', 'one'), undefined, oauths)).toBe('two')
  expect(oauthForTest(withOAuths('pending', 'two', 'one'), 'one', oauths)).toBe('one')
  expect(oauthForTest(withOAuths('pending', 'two'), 'pending', oauths)).toBe('two')
  expect(oauthForTest(withOAuths('two'), 'one', oauths)).toBe('two')
  expect(oauthForTest(withOAuths('pending'), undefined, oauths)).toBeUndefined()
})

test('a test sends values for configurable parameters only, and only the inputs of its authentication type', () => {
  const fixed = newRow('fixed')
  const free = newRow('free', true)
  const empty = newRow('empty', true)
  const endpoint = { ...newEndpoint('one'), queryRows: [fixed, free, empty] }
  const basic = { ...endpoint, authentication: { ...endpoint.authentication, type: 'BASIC' as const } }
  const values = {
    ...noValues,
    username: 'ada',
    password: 'p',
    token: 'not this',
    given: { [fixed.key]: 'no', [free.key]: 'yes' },
  }
  expect(testRequestOf(basic, values, [])).toEqual({
    authentication: { type: 'BASIC', username: 'ada', password: 'p' },
    uriParameters: [],
    headerParameters: [],
    queryParameters: [{ name: 'free', value: 'yes' }],
  })
})
