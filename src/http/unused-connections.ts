import type { Socket } from 'node:net'
import type { Server } from './server-type.ts'

/**
 * Closes connections over which nothing was ever sent when the server closes. Browsers and clients open some ahead of their
 * requests; Node takes them for connections that are about to send one, and waits a minute for it.
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
