import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { silent } from './log.ts'
import { limitConnections, refuseFewOpenFiles } from './open-files.ts'

test('clients that take all connections are refused beyond those, with one line, until some leave', async () => {
  const warned: unknown[] = []
  const server = createServer((socket) => socket.on('error', () => undefined).write('x'))
  onTestFinished(() => void server.close())
  limitConnections(server, { ...silent, warn: (fields: object) => void warned.push(fields) }, 131)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const open = async (): Promise<Socket | undefined> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
    const isServed = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return isServed ? socket : undefined
  }
  const held = [await open(), await open(), await open()]
  expect(held).not.toContain(undefined)
  expect([await open(), await open()]).toEqual([undefined, undefined])
  expect(warned).toEqual([{ err: '3 connections are open, of 131 open files' }])
  const left = once(held[0]!, 'close')
  held[0]!.end()
  await left
  const again = await open()
  expect(again).toBeDefined()
  for (const socket of [...held, again]) socket?.destroy()
})

test('too few open files are refused with what to do', () => {
  expect(() => refuseFewOpenFiles(255)).toThrow(/may have 255 files open at once[\s\S]*ulimit -n/)
  expect(refuseFewOpenFiles(256)).toBeUndefined()
})
