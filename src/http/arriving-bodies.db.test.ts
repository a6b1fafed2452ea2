import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { useApi } from '../../test/support/api.ts'
import { aProject } from '../../test/support/factories.ts'

const t = useApi()
const MIB = 1024 * 1024
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Sends a request whose body never ends. */
async function unfinished(path: string, token: string, length: string, body: Buffer): Promise<Socket> {
  const { hostname, port } = new URL(t.origin)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  await once(socket, 'connect')
  const lines = [
    `POST /api${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    length,
  ]
  socket.write([...lines, '', ''].join('\r\n'))
  socket.write(body)
  return socket
}

/** Reads what has come of an answer. The connection stays, also where the body is not read to its end. */
function answerOn(socket: Socket): () => string {
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  return () => text
}

const chunk = Buffer.concat([
  Buffer.from(`${(14 * MIB).toString(16)}\r\n`),
  Buffer.alloc(14 * MIB, ' '),
  Buffer.from('\r\n'),
])

test.each([
  ['announced', `Content-Length: ${16 * MIB}`, Buffer.alloc(1, ' ')],
  ['not announced', 'Transfer-Encoding: chunked', chunk],
])(
  'a caller whose large bodies, with a length %s, do not end keeps nobody else out',
  async (_, length, sent) => {
    const { projectId } = await aProject(t)
    const path = `/v1/projects/${projectId}/variables/import`
    const { token } = await t.credential({ accountRole: 'USER', projectRoles: [] })
    const five = await Promise.all(Array.from({ length: 5 }, () => unfinished(path, token, length, sent)))
    // All but one have a place.
    const answers = five.map(answerOn)
    await expect
      .poll(() => answers.map((answer) => answer()).join(''))
      .toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: 5[\s\S]*Too many large requests at once/i)
    const value = 'x'.repeat(0.9 * MIB)
    const all = ['one', 'two'].map((name) => ({ name, type: 'TEXT', behaviour: 'SHARED', value }))
    const imported = (bearer: string) => t.call('POST', path, { token: bearer, body: { variables: all } })
    expect((await imported(await t.adminToken())).status).toBe(200)
    for (const socket of sockets.splice(0)) socket.destroy()
    await expect.poll(async () => (await imported(token)).status).toBe(404)
  },
)

test('a body without an announced length that comes in pieces is read as a whole', async () => {
  const { projectId } = await aProject(t)
  const socket = await unfinished(
    `/v1/projects/${projectId}/variables/import`,
    await t.adminToken(),
    'Transfer-Encoding: chunked',
    chunk,
  )
  const end = JSON.stringify({
    variables: [{ name: 'late', type: 'TEXT', behaviour: 'SHARED', value: 'here' }],
  })
  socket.write(`${end.length.toString(16)}\r\n${end}\r\n0\r\n\r\n`)
  await expect.poll(answerOn(socket)).toMatch(/^HTTP\/1.1 200 /)
})
