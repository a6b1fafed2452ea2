import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { type Forwarder, forward } from './proxy.ts'

/** For a machine that has other things to do. */
const PATIENCE_MS = 15_000

/** The forwarder is what the fault tests believe in, so each of its faults is seen here. */
let proxy: Forwarder
let close: () => Promise<void>
const sockets: Socket[] = []

beforeEach(async () => {
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => undefined))
    socket.pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy = await forward([(server.address() as { port: number }).port])
  close = async () => {
    await proxy.close()
    for (const socket of sockets.splice(0)) socket.destroy()
    server.close()
  }
})
afterEach(() => close())

async function aClient() {
  const socket = connect(proxy.port, '127.0.0.1')
  sockets.push(socket)
  let text = ''
  let isOver = false
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
  })
  socket
    .on('error', () => undefined)
    .once('close', () => {
      isOver = true
    })
  await once(socket, 'connect')
  return {
    socket,
    say: (word: string) => socket.write(word),
    heard: () => text,
    isOver: () => isOver,
    hears: (all: string) => vi.waitFor(() => expect(text).toBe(all), { timeout: 10_000 }),
  }
}

/** Long enough for a byte that is on its way, and no proof of anything else. */
const aWhile = () => sleep(100)

test('what is stalled arrives later, in order and whole', async () => {
  const client = await aClient()
  client.say('a')
  await client.hears('a')
  proxy.stall()
  client.say('b')
  await aWhile()
  client.say('c')
  await aWhile()
  expect(client.heard()).toBe('a')
  proxy.heal()
  client.say('d')
  await client.hears('abcd')
})

test('a connection that lost something is silent for good, and a new one works', async () => {
  const client = await aClient()
  client.say('a')
  await client.hears('a')
  proxy.lose()
  client.say('b')
  await aWhile()
  proxy.heal()
  client.say('c')
  const other = await aClient()
  other.say('d')
  await other.hears('d')
  expect(client.heard()).toBe('a')
  client.socket.end()
  await aWhile()
  expect(client.isOver()).toBe(false)
})

test('one direction can be lost alone: the other end does what it is told and cannot say so', async () => {
  const client = await aClient()
  client.say('a')
  await client.hears('a')
  proxy.lose('down')
  const received = once(sockets.at(-1)!, 'data')
  client.say('b')
  expect(String((await received)[0])).toBe('b')
  await aWhile()
  expect(client.heard()).toBe('a')
})

test('a delay holds each byte back, and a limit spreads many', async () => {
  const client = await aClient()
  proxy.delay(300)
  const begun = performance.now()
  client.say('a')
  await client.hears('a')
  expect(performance.now() - begun).toBeGreaterThanOrEqual(590)
  proxy.heal()
  proxy.limit(10_000, 'up')
  const limited = performance.now()
  client.say('b'.repeat(5_000))
  await client.hears(`a${'b'.repeat(5_000)}`)
  expect(performance.now() - limited).toBeGreaterThanOrEqual(450)
})

test('connections are refused, and reset, until the network is well again', async () => {
  const client = await aClient()
  client.say('a')
  await client.hears('a')
  proxy.refuse()
  const refused = await aClient().catch(() => undefined)
  await vi.waitFor(() => expect(refused?.isOver() ?? true).toBe(true), PATIENCE_MS)
  expect(client.isOver()).toBe(false)
  proxy.reset()
  await vi.waitFor(() => expect(client.isOver()).toBe(true), PATIENCE_MS)
  proxy.heal()
  const other = await aClient()
  other.say('d')
  await other.hears('d')
})

test('messages of a WebSocket are delivered several times, and the connection lives on', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  proxy.targets.splice(0, 1, (server.address() as { port: number }).port)
  const heard: string[] = []
  server.on('connection', (socket) => socket.on('message', (data) => heard.push(String(data))))
  const socket = new WebSocket(`ws://127.0.0.1:${proxy.port}`)
  await once(socket, 'open')
  proxy.duplicate(3, 'up')
  const large = 'x'.repeat(100_000)
  for (const message of ['a', large, 'b']) socket.send(message)
  await vi.waitFor(() => expect(heard).toHaveLength(9), PATIENCE_MS)
  expect(heard).toEqual(['a', large, 'b'].flatMap((message) => [message, message, message]))
  socket.ping()
  await once(socket, 'pong')
  socket.terminate()
  server.close()
})
