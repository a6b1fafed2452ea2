import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/lib/ids.ts'
import { type ApiProcess, aFleet, type Fleet } from '../support/fleet.ts'
import { waitFor } from '../support/platform.ts'

/** Clients that send too slowly, too much, or what no program of ours would send. */
const MIB = 1024 * 1024
const GIB = 1024 * MIB
/** What the process may grow by: a few bodies of 1 MiB, and the breath of the garbage collector. */
const GROWTH_MIB = 150
let fleet: Fleet
let api: ApiProcess
let token: string
let watching: NodeJS.Timeout

beforeAll(async () => {
  fleet = await aFleet(15)
  api = await fleet.startApi()
  const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'fleet-admin' })
  form.set('client_secret', 'fleet-admin-secret')
  const answer = await fetch(`http://127.0.0.1:${api.port}/oauth/token`, { method: 'POST', body: form })
  token = ((await answer.json()) as { access_token: string }).access_token
})
afterAll(() => {
  clearInterval(watching)
  return fleet.stop()
})

interface Opened {
  readonly socket: Socket
  /** What came until the connection ended, in whatever way. */
  readonly answer: Promise<string>
}

async function open(head: string): Promise<Opened> {
  const socket = connect(api.port, '127.0.0.1')
  await once(socket, 'connect')
  let text = ''
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  socket.on('error', () => undefined) // what is sent after the response is reset
  const answer = new Promise<string>((resolve) => {
    socket.once('close', () => resolve(text))
  })
  socket.write(head)
  return { socket, answer }
}

const requestLine = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'host: test', ...headers, ''].join('\r\n')

const authorized = () => `authorization: Bearer ${token}`
const CHUNKED = 'transfer-encoding: chunked'
const JSON_TYPE = 'content-type: application/json'
const FORM_TYPE = 'content-type: application/x-www-form-urlencoded'

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1])

/** The status that a client gets who sends a byte in a second. */
async function drip(head: string): Promise<number> {
  const { socket, answer } = await open(head)
  const dripping = setInterval(() => socket.write('x'), 1_000)
  return statusOf(await answer.finally(() => clearInterval(dripping)))
}

/**
 * The status that a client gets who sends `piece` as fast as it is taken, up to 1 GiB, and before it has sent
 * that.
 */
async function flood(head: string, piece: string): Promise<number> {
  const { socket, answer } = await open(head)
  let isAnswered = false
  const answered = once(socket, 'data').then(
    () => {
      isAnswered = true
    },
    () => undefined,
  )
  let sent = 0
  for (; sent < GIB && socket.writable && !isAnswered; sent += piece.length) {
    if (socket.write(piece)) continue
    await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), answered, answer])
  }
  return sent < GIB ? statusOf(await answer) : 0
}

/** A chunk of a body in chunks. */
const chunk = (content: string) => `${content.length.toString(16)}\r\n${content}\r\n`

const residentMib = (): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${api.child.pid}/status`, 'utf8'))![1]) / 1024

test('F13: what drips in is 408, what is too large 431 and 413; others are served and memory stays bounded', async () => {
  const before = residentMib()
  let most = 0
  watching = setInterval(() => {
    most = Math.max(most, residentMib())
  }, 100)
  const many = (count: number, make: () => Promise<number>) => Array.from({ length: count }, make)
  const dripping = Promise.all([
    ...many(150, () => drip(requestLine('GET', '/api/v1/projects', 'x-slow: '))),
    ...many(20, () => drip(requestLine('POST', '/oauth/token', FORM_TYPE, 'content-length: 100000', ''))),
    ...many(20, () =>
      drip(requestLine('POST', '/api/v1/projects', authorized(), JSON_TYPE, 'content-length: 100000', '')),
    ),
  ])
  const spaces = chunk(' '.repeat(64 * 1024))
  const field = '--b\r\ncontent-disposition: form-data; name="a.orch.yaml"\r\n\r\n'
  const file = field.replace('"\r\n', '"; filename="a.orch.yaml"\r\n')
  const publishing = requestLine(
    'POST',
    `/api/v1/projects/${fleet.projectId}/artifacts`,
    authorized(),
    'content-type: multipart/form-data; boundary=b',
    'versionName: 1',
    'environmentName: Development',
    CHUNKED,
    '',
  )
  const json = (...headers: string[]) =>
    requestLine('POST', '/api/v1/projects', authorized(), JSON_TYPE, ...headers, '')
  const token = requestLine('POST', '/oauth/token', FORM_TYPE, CHUNKED, '')
  const flooding = Promise.all([
    flood(requestLine('GET', '/api/v1/projects', 'x-large: '), 'x'.repeat(MIB)),
    flood(json(`content-length: ${GIB}`), ' '.repeat(MIB)),
    flood(json(CHUNKED), spaces),
    flood(token, spaces),
    flood(publishing + chunk(field), spaces),
    flood(publishing + chunk(file), spaces),
  ])
  for (let times = 0; times < 10; times++) {
    await fleet.client.get('/v1/projects')
    await sleep(100)
  }
  expect(await flooding).toEqual([431, 413, 413, 413, 413, 413])
  expect(new Set(await dripping)).toEqual(new Set([408]))
  clearInterval(watching)
  expect(most - before).toBeLessThan(GROWTH_MIB)
  expect(api.output()).not.toContain('A request failed unexpectedly')
})

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}
interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly $ref?: string
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const DEEP = 60_000
const deepArray = '['.repeat(DEEP) + ']'.repeat(DEEP)
const deepObject = `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`

/** Bodies that must be refused, whatever the operation takes. */
function hostileBodies(members: readonly string[]): readonly string[] {
  const all = members.map((member) => `${JSON.stringify(member)}:${deepArray}`).slice(0, 3)
  return [
    deepArray,
    deepObject,
    `{${all.join()}}`,
    '{"__proto__": {"isAdmin": true}}',
    '{"constructor": {"prototype": {"isAdmin": true}}}',
    `{"name": "x", "a": ${deepObject.replace('"a"', '"__proto__"')}}`,
  ]
}

test('F13: deep JSON and keys of prototypes are a fault of the request at every operation', async () => {
  const document = JSON.parse(readFileSync('openapi/public-v1.json', 'utf8')) as Document
  const wrong: unknown[] = []
  let asked = 0
  for (const [template, methods] of Object.entries(document.paths)) {
    for (const [method, { requestBody }] of Object.entries(methods)) {
      for (const [type, { schema }] of Object.entries(requestBody?.content ?? {})) {
        if (!type.endsWith('json')) continue
        const { properties = {} } =
          schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1)!]!
        const path = template.replace('{projectId}', fleet.projectId).replaceAll(/\{\w+\}/g, newId())
        for (const body of hostileBodies(Object.keys(properties))) {
          const headers = {
            authorization: `Bearer ${token}`,
            'content-type': type,
            'idempotency-key': newId(),
          }
          const answer = await fetch(`http://127.0.0.1:${api.port}/api${path}`, {
            method: method.toUpperCase(),
            headers,
            body,
          })
          asked++
          const said = await answer.text()
          if (answer.status < 400 || answer.status >= 500)
            wrong.push([method, path, answer.status, body.slice(0, 60), said.slice(0, 200)])
        }
      }
    }
  }
  expect(wrong).toEqual([])
  expect(asked).toBeGreaterThan(200)
  expect(residentMib()).toBeLessThan(600)
  await waitFor('ordinary requests to be served', () => fleet.client.get('/v1/projects').then(() => true))
})
