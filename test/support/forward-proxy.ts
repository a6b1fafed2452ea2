import { once } from 'node:events'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import tls from 'node:tls'

/** A proxy that opens tunnels (RFC 9110 §9.3.6), for whoever gives the name and the password. */
export interface ForwardProxy extends AsyncDisposable {
  /** With the credentials in it, as `HTTPS_PROXY` has them. */
  readonly url: string
  readonly port: number
  /** `host:port` of every tunnel that was opened. */
  readonly opened: readonly string[]
}

const credentials = 'people:a%20password'
const expected = `Basic ${Buffer.from('people:a password').toString('base64')}`

/**
 * Whatever a tunnel is asked for, it leads to this port of this machine: the names need not be known here.
 */
export async function startForwardProxy(port: number): Promise<ForwardProxy> {
  const opened: string[] = []
  const sockets = new Set<Socket>()
  const server = http.createServer((_request, response) => response.writeHead(405).end())
  server.on('connect', (request, client: Socket) => {
    if (request.headers['proxy-authorization'] !== expected) {
      client.end('HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n')
      return
    }
    opened.push(request.url!)
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
    joined(client, connect(port, '127.0.0.1'), sockets)
  })
  return listening(server, sockets, (own) => ({
    url: `http://${credentials}@127.0.0.1:${own}`,
    port: own,
    opened,
  }))
}

/** What ends TLS in front of a server on this machine. */
export async function startTlsFront(
  port: number,
  certificate: { readonly key: string; readonly cert: string },
) {
  const sockets = new Set<Socket>()
  const server = tls.createServer(certificate, (client) =>
    joined(client, connect(port, '127.0.0.1'), sockets),
  )
  return listening(server, sockets, (own) => ({ port: own }))
}

function joined(client: Socket, server: Socket, sockets: Set<Socket>): void {
  for (const [from, to] of [
    [client, server],
    [server, client],
  ] as const) {
    sockets.add(from)
    from.pipe(to)
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
  }
}

async function listening<T>(
  server: http.Server | tls.Server,
  sockets: ReadonlySet<Socket>,
  describe: (port: number) => T,
): Promise<T & AsyncDisposable> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...describe((server.address() as AddressInfo).port),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
