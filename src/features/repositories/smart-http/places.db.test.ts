import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import { aProject } from '../../../../test/support/factories.ts'
import { newId } from '../../../lib/ids.ts'

const gitDir = join(tmpdir(), `headrace-git-${newId()}`)
afterAll(() => rm(gitDir, { recursive: true, force: true, maxRetries: 5 }))
const t = useApi({ HEADRACE_GIT_DIR: gitDir })

const sockets: Socket[] = []
afterAll(() => {
  for (const socket of sockets) socket.destroy()
})

/** Asks for a clone, and never says of what. */
async function unfinishedClone(cloneUrl: string, token: string): Promise<Socket> {
  const { hostname, port, pathname } = new URL(cloneUrl)
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  await once(socket, 'connect')
  const lines = [
    `POST ${pathname}/git-upload-pack HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-git-upload-pack-request',
    'Connection: close',
    'Transfer-Encoding: chunked',
  ]
  socket.write([...lines, '', ''].join('\r\n'))
  return socket
}

test('a caller whose clones do not end keeps nobody else from the repositories', async () => {
  const { projectId } = await aProject(t)
  const path = `/v1/projects/${projectId}/repositories`
  const { body } = await t.call<{ cloneUrl: string }>('POST', path, { body: { provider: 'hosted' } })
  const projectRoles = [{ projectId, role: 'READ_ONLY' as const }]
  const { token } = await t.credential({ accountRole: 'USER', projectRoles })
  const clones = await Promise.all(Array.from({ length: 17 }, () => unfinishedClone(body.cloneUrl, token)))
  // All but one have a place.
  const refused = await Promise.race(clones.map((socket) => text(socket)))
  expect(refused).toMatch(/^HTTP\/1.1 503 [\s\S]*Too many clones and pushes at once/)
  const refs = `${body.cloneUrl}/info/refs?service=git-upload-pack`
  const asking = (bearer: string) => fetch(refs, { headers: { authorization: `Bearer ${bearer}` } })
  expect((await asking(token)).status).toBe(503)
  expect((await asking(await t.adminToken())).status).toBe(200)
})
