import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createTokens } from './token.ts'

const { signal } = new AbortController()

/** Tokens of an API that answers each request with the next of `answers`. */
async function tokensFrom(...answers: ((response: ServerResponse) => void)[]) {
  const server = createServer((_request, response) => answers.shift()!(response)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return createTokens({ apiUrl: `http://127.0.0.1:${port}`, clientId: 'id', clientSecret: 'secret' })
}

const granted = (response: ServerResponse) =>
  response.end(JSON.stringify({ access_token: 'a token', expires_in: 1_800 }))

test('a token is kept until it is forgotten', async () => {
  const tokens = await tokensFrom(granted, (response) =>
    response.end('{"access_token":"b","expires_in":1800}'),
  )
  expect([await tokens.get(signal), await tokens.get(signal)]).toEqual(['a token', 'a token'])
  tokens.forget()
  expect(await tokens.get(signal)).toBe('b')
})

test('an answer that breaks off fails that request alone', async () => {
  const tokens = await tokensFrom((response) => {
    response.writeHead(200, { 'content-length': '100' })
    response.write('{"access_token"', () => response.socket!.resetAndDestroy())
  }, granted)
  await expect(tokens.get(signal)).rejects.toThrow()
  expect(await tokens.get(signal)).toBe('a token')
})

test('a refusal says why', async () => {
  const tokens = await tokensFrom((response) => response.writeHead(401).end('{"error":"invalid_client"}'))
  await expect(tokens.get(signal)).rejects.toThrow('401 invalid_client')
})

test('the answer of a proxy is not taken for a refusal', async () => {
  const tokens = await tokensFrom((response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'))
  await expect(tokens.get(signal)).rejects.toThrow('answered 502 without a token')
})
