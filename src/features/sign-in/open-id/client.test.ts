import { Configuration, customFetch } from 'openid-client'
import { expect, test } from 'vitest'
import { addressFault, endVisit, wholeAnswers } from './client.ts'
import { refusalOf } from './refusal.ts'

const issuer = 'https://login.example.com'

/** How a visit ends whose token endpoint answers like this. */
async function endedBy(answer: () => Promise<Response>, query = 'code=c&state=s') {
  const configuration = new Configuration(
    { issuer, token_endpoint: `${issuer}/token` },
    'headrace',
    'a-secret',
  )
  configuration[customFetch] = wholeAnswers(answer) as never
  const visit = { state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) }
  const back = new URL(`https://data.example.com/callback?${query}`)
  const problem = await endVisit(configuration, back, visit).catch((error: unknown) => error)
  return { kind: (problem as { kind: string }).kind, ...refusalOf(problem)?.refusal }
}
const isJson = { 'content-type': 'application/json' }

/** A body that ends before it is complete. */
const breakingOff = (text: string) =>
  new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(text)),
    pull: (controller) => controller.error(new TypeError('terminated')),
  })
const json = (status: number, body: object) => async () => Response.json(body, { status })

test('a provider that does not answer, or not in time, or says that it is broken, is unavailable', async () => {
  const silences = [
    () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')),
    () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    async () => new Response('<p>Sorry', { status: 502, headers: { 'content-type': 'text/html' } }),
    async () => new Response('', { status: 429 }),
    async () => new Response(breakingOff('{"access_token"'), { headers: isJson }),
  ]
  for (const silence of silences)
    expect(await endedBy(silence)).toMatchObject({
      kind: 'service-unavailable',
      reason: 'PROVIDER_UNAVAILABLE',
      explanation: expect.stringContaining('No answer'),
    })
})

test('what a provider refuses is told in its words, to administrators, and never at any length', async () => {
  const refused = json(400, { error: 'invalid_grant', error_description: 'x'.repeat(1_000) })
  const ended = await endedBy(refused)
  expect(ended).toMatchObject({ kind: 'unauthorized', reason: 'PROVIDER_REFUSED' })
  expect(ended.explanation).toMatch(/^The provider answered invalid_grant: x+$/)
  expect(ended.explanation!.length).toBeLessThan(300)
  const challenge = { 'www-authenticate': 'Basic realm="r", error="invalid_client"' }
  const client = async () => new Response('{}', { status: 401, headers: challenge })
  expect((await endedBy(client)).explanation).toBe('The provider answered invalid_client')
  const cancelled = await endedBy(refused, `error=access_denied&state=s`)
  expect(cancelled.explanation).toBe('The provider answered access_denied')
})

test('an explanation does not repeat the client secret, whatever the provider repeats', async () => {
  const text = "The secret 'a-secret' of client headrace is wrong"
  const ended = await endedBy(json(400, { error: 'invalid_client', error_description: text }))
  expect(ended.explanation).toMatch(/invalid_client: The secret '\*\*\*' of client headrace is wrong$/)
})

test('an answer that is no token answer is rejected', async () => {
  for (const answer of [json(200, {}), json(200, { access_token: 'a', token_type: 'bearer' })])
    expect(await endedBy(answer)).toMatchObject({ kind: 'unauthorized', reason: 'TOKEN_REJECTED' })
})

test('an answer without an end is not read to it', async () => {
  let given = 0
  const piece = Buffer.alloc(64 * 1024, ' ')
  const endless = () =>
    new ReadableStream({
      pull(controller) {
        given += piece.byteLength
        // A reader that never stops would fill the memory of this test.
        if (given > 64 * 1024 * 1024) controller.close()
        else controller.enqueue(piece)
      },
    })
  const ended = await endedBy(async () => new Response(endless(), { headers: isJson }))
  expect(ended).toMatchObject({ kind: 'unauthorized', reason: 'TOKEN_REJECTED' })
  expect(given).toBeLessThan(2 * 1024 * 1024)
})

test('a provider whose configuration leads no browser to it is known by that', () => {
  const fault = (authorization_endpoint?: string) =>
    addressFault(
      new Configuration(
        { issuer, ...(authorization_endpoint !== undefined && { authorization_endpoint }) },
        'headrace',
      ),
    )
  expect(fault(`${issuer}/authorize`)).toBeUndefined()
  expect(fault('http://login.example.com/authorize')).toMatch(
    /\(http:\/\/login\.example\.com\/authorize\) cannot be used: only requests to HTTPS are allowed/,
  )
  expect(fault()).toMatch(/\(none\) cannot be used/)
})
