import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { stepContext, type TestStep } from '../../testing/step-context.ts'
import { run as webhookPostRun } from './run.ts'

interface Received {
  readonly method: string | undefined
  readonly path: string | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let server: Server
let base: string
let received: Received[] = []
let answer: RequestListener

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    received.push({ method: request.method, path: request.url, headers: request.headers, body })
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  received = []
  answer = (_, response) => response.end('ok')
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const run = (parameters: object, step: TestStep = {}) =>
  webhookPostRun.run(stepContext(step), parameters as Parameters<typeof webhookPostRun.run>[1])

test('set A posts the payload as JSON with its variables replaced, and an idempotency key', async () => {
  const outcome = await run(
    {
      incomingWebhookUrl: `${base}/hook`,
      payloadTemplate: 'Deleted since',
      payload: '{"text": "loaded ${rows} rows"}',
    },
    { variables: { rows: 42 }, warehouseKind: 'SNOWFLAKE' },
  )

  expect(outcome.result).toBe('SUCCESS')
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ method: 'POST', path: '/hook', body: '{"text": "loaded 42 rows"}' })
  expect(received[0]?.headers).toMatchObject({
    'content-type': 'application/json',
    'idempotency-key': stepContext().idempotencyKey,
  })
  expect(Object.keys(received[0]?.headers ?? {}).join()).not.toMatch(/signature|hmac|sec-|accept/i)
  expect(received[0]?.headers['user-agent']).toMatch(/^Headrace\/\d+\.\d+\.\d+/)
})

test('set B replaces its own {{name}} after ${variable}', async () => {
  const outcome = await run(
    {
      url: `${base}/b`,
      payload: '{"who": "{{who}}", "n": {{n}}, "kept": "{{other}}", "first": "${inner}"}',
      payloadVariables: [
        ['who', 'Ada'],
        ['n', '3'],
      ],
      timeout: '5',
    },
    { variables: { inner: '{{who}}' }, warehouseKind: 'BIGQUERY' },
  )

  expect(outcome.result).toBe('SUCCESS')
  expect(JSON.parse(received[0]!.body)).toEqual({ who: 'Ada', n: 3, kept: '{{other}}', first: 'Ada' })
  expect(outcome.byteCount).toBe(Buffer.byteLength(received[0]!.body))
})

test('set A leaves {{name}} alone', async () => {
  await run({ incomingWebhookUrl: base, payload: '{"t": "{{who}}"}', payloadVariables: [['who', 'Ada']] })
  expect(received[0]?.body).toBe('{"t": "{{who}}"}')
})

test('a payload that is not JSON after substitution is never sent and fails with the words of the specification', async () => {
  const step = { variables: { status: 'it said "no"' } }
  for (const payload of ["{'text': 'single quotes'}", '{"text": "${status}"}', '', '{"a": 1,}']) {
    const outcome = await run({ incomingWebhookUrl: base, payload }, step)
    expect(outcome).toEqual({ result: 'FAILED', message: 'Payload is not valid JSON' })
  }
  expect(received).toEqual([])
})

test('escapeJson keeps substituted values of both kinds inside their quotes', async () => {
  const value = 'say "hi"\n\\ and tab\t'
  const parameters = {
    url: base,
    payload: '{"a": "${said}", "b": "{{said}}"}',
    payloadVariables: [['said', value]],
    escapeJson: 'Yes',
  }
  const outcome = await run(parameters, { variables: { said: value } })

  expect(outcome.result).toBe('SUCCESS')
  expect(JSON.parse(received[0]!.body)).toEqual({ a: value, b: value })
})

test('an answer other than 2xx fails the step with status and the first 1,000 characters of the body', async () => {
  answer = (_, response) => response.writeHead(503).end(`${'é'.repeat(999)}E${'tail'.repeat(50_000)}`)
  const outcome = await run({ url: base, payload: '{}' })

  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toMatch(/answered 503 Service Unavailable: é{999}E$/)
})

test('every 2xx is success', async () => {
  for (const status of [200, 201, 202, 204]) {
    answer = (_, response) => response.writeHead(status).end()
    expect((await run({ url: base, payload: '{}' })).result).toBe('SUCCESS')
  }
})

test('F14: a redirect is not followed and fails the step', async () => {
  answer = (_, response) => response.writeHead(307, { location: `${base}/elsewhere` }).end()
  const outcome = await run({ url: `${base}/first`, payload: '{}' })

  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('answered 307') })
  expect(received.map(({ path }) => path)).toEqual(['/first'])
})

test('F14: a receiver that does not answer in time fails the step', async () => {
  answer = () => undefined
  const outcome = await run({ url: base, payload: '{}', timeout: '1' })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('within 1 s') })
})

test('F14: a body that never ends does not outlast the timeout', async () => {
  answer = (_, response) => response.writeHead(500).write('begun')
  const outcome = await run({ url: base, payload: '{}', timeout: '1' })
  expect(outcome).toMatchObject({ result: 'FAILED', message: expect.stringContaining('within 1 s') })
})

test('cancelling ends the request and is no outcome', async () => {
  const controller = new AbortController()
  answer = () => controller.abort()
  await expect(run({ url: base, payload: '{}' }, { signal: controller.signal })).rejects.toThrow('abort')
})

test('a receiver that is not there fails the step without giving away the path', async () => {
  const outcome = await run({ url: 'http://127.0.0.1:1/secret-path', payload: '{}' })
  expect(outcome.result).toBe('FAILED')
  expect(outcome.message).toContain('127.0.0.1:1 could not be reached')
  expect(outcome.message).not.toContain('secret-path')
})

test('addresses and timeouts are checked again when the step runs', async () => {
  const faults = async (parameters: object, warehouseKind?: string) =>
    (await run({ payload: '{}', ...parameters }, warehouseKind ? { warehouseKind } : {})).message

  expect(await faults({ url: 'ftp://far.test' })).toBe('URL must start with http:// or https://')
  expect(await faults({ incomingWebhookUrl: 'far.test' })).toBe(
    'Incoming Webhook URL must start with http:// or https://',
  )
  expect(await faults({ url: 'https://' })).toContain('not an address')
  expect(await faults({}, 'SNOWFLAKE')).toContain('Incoming Webhook URL is missing')
  expect(await faults({}, 'BIGQUERY')).toBe('URL is missing')
  expect(await faults({ url: base, timeout: '0' })).toContain('from 1 to 3600')
  expect(await faults({ url: base, timeout: '3601' })).toContain('from 1 to 3600')
  expect(received).toEqual([])
})

test('the scheme of an address may be written in any case', async () => {
  const outcome = await run({ url: base.replace('http', 'HTTP'), payload: '{}' })
  expect(outcome.result).toBe('SUCCESS')
})

test('no message repeats the address: not its credentials, not its path', async () => {
  const withCredentials = await run({ url: `${base.replace('//', '//ada:s3cret@')}/hook`, payload: '{}' })
  expect(withCredentials).toMatchObject({
    result: 'FAILED',
    message: 'URL must not contain a user name or password',
  })
  expect(received).toEqual([])

  answer = (request, response) => {
    response.statusCode = 404
    response.end(`Cannot POST ${request.url} of ${base}${request.url}`)
  }
  const echoed = await run({ url: `${base}/hook/s3cret?key=s3cret`, payload: '{}' })
  expect(echoed.message).toContain('404 Not Found: Cannot POST /… of ')
  expect(echoed.message).not.toContain('s3cret')
})

test.each([
  ['behind the characters that are shown', (path: string) => `${'x'.repeat(980)}${path}`],
  ['at the end of what is read', (path: string) => `xxx ${`${path} `.repeat(30)}${path.slice(0, -5)}`],
])('no message has the beginning of a path that is cut %s', async (_, body) => {
  answer = (request, response) => response.writeHead(404).end(body(request.url!))
  const outcome = await run({ url: `${base}/hook/s3cret-and-more-of-it`, payload: '{}' })
  expect(outcome.message).toContain('404 Not Found: xxx')
  expect(outcome.message).not.toContain('/h')
})

test('any port may be called, also those that browsers block', async () => {
  const blocked = [6667, 6668, 6669, 6697, 6665, 6666]
  const other = createServer((_request, response) => response.writeHead(204).end())
  const port = await freePortOf(other, blocked)
  if (port === undefined) return // every one of them is in use on this machine
  const outcome = await run({ url: `http://127.0.0.1:${port}/`, payload: '{}' })
  other.close()
  expect(outcome).toMatchObject({ result: 'SUCCESS', message: `127.0.0.1:${port} answered 204` })
})

async function freePortOf(server: Server, ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) {
    const listens = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (listens) return port
  }
  return undefined
}

test.each(['1e2', '0x10', '10.0', '0', '3601', 'soon'])('a time-out is not %s', async (timeout) => {
  const outcome = await run({ url: base, payload: '{}', timeout })
  expect([outcome.result, received]).toEqual(['FAILED', []])
})
