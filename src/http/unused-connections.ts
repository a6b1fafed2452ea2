import type { Socket } from 'node:net'
import type { Server } from './server-type.ts'

/**
 * When the server closes, ends the connections on which the client has never sent anything. Browsers open
 * some before they need them. Node counts these as busy, and would wait until they run into the time limit
 * for headers.
 */
export function closeUnused(app: Server): void {
  const open = new Set<Socket>()
  app.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  app.addHook('preClose', (done) => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    done()
  })
}
