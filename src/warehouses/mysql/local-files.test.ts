import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { ask, openClient, sendFile } from './wire.ts'

const never = new AbortController().signal
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

const packet = (sequence: number, body: Buffer): Buffer => {
  const head = Buffer.alloc(4)
  head.writeUIntLE(body.length, 0, 3)
  head[3] = sequence
  return Buffer.concat([head, body])
}

const GREETING = Buffer.concat([
  Buffer.from('\x0a8.0.36\0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('12345678\0'),
  Buffer.from([0xff, 0xf7, 45, 2, 0, 0xff, 0x81, 21]), // everything but encryption
  Buffer.alloc(10),
  Buffer.from('901234567890\0mysql_native_password\0'),
])
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0])

/** A server that answers every statement by asking for a file. */
async function greedyServer() {
  const sent: string[] = []
  let isAsked = false
  let body = ''
  function answer(socket: Socket, sequence: number, message: Buffer): void {
    if (sequence === 1 && !isAsked) return void socket.write(packet(2, OK)) // signed in
    if (message[0] === 3 && sequence === 0) {
      isAsked = true
      return void socket.write(packet(1, Buffer.from('\xfb/etc/passwd', 'latin1')))
    }
    if (!isAsked) return
    body += message.toString()
    if (message.length > 0) return
    sent.push(body)
    body = ''
    isAsked = false
    socket.write(packet(sequence + 1, OK))
  }
  const server = createServer((socket) => {
    let held = Buffer.alloc(0)
    socket.write(packet(0, GREETING))
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      held = Buffer.concat([held, data])
      while (held.length >= 4 && held.length >= 4 + held.readUIntLE(0, 3)) {
        const end = 4 + held.readUIntLE(0, 3)
        const [sequence = 0, message] = [held[3], held.subarray(4, end)]
        held = held.subarray(end)
        answer(socket, sequence, message)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const dial = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return socket
  }
  const address = { host: '127.0.0.1', port, user: 'reader', password: 'x', ssl: false }
  const client = (takesFiles: boolean) => openClient({ ...address, takesFiles }, dial, never)
  open.push(() => server.close())
  return { client, sent }
}

test.each([true, false])(
  'a server that asks for a file of the runner gets nothing of it, and the statement fails; takesFiles: %s',
  async (takesFiles) => {
    const { client: connected, sent } = await greedyServer()
    const client = await connected(takesFiles)
    open.push(() => client.destroy())
    await expect(ask(client, 'select version()')).rejects.toThrow('/etc/passwd')
    expect(sent).toEqual([''])
  },
)

test('a server that asks for another file during a load gets the rows of the load', async () => {
  const { client: connected, sent } = await greedyServer()
  const client = await connected(true)
  open.push(() => client.destroy())
  await sendFile(client, `load data local infile 'rows' into table t`, Buffer.from('1\tAnn\n2\tBob\n'))
  expect(sent).toEqual(['1\tAnn\n2\tBob\n'])
})

test('a packet leaves before the server has confirmed the one before: a small file took 40 ms', async () => {
  const immediate = vi.spyOn(Socket.prototype, 'setNoDelay')
  open.push(() => immediate.mockRestore())
  const { client: connected } = await greedyServer()
  const client = await connected(true)
  open.push(() => client.destroy())
  expect(immediate).toHaveBeenCalledWith(true)
})
