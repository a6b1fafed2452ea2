import { connect, Socket } from 'node:net'
import { AddressRefused, guardedLookup, type OutgoingPolicy, refusalOfHost } from './outgoing-http.ts'

/**
 * After so long without a word a connection is asked whether its other end is there; some systems wait two
 * hours.
 */
export const KEEP_ALIVE_MS = 60_000

/**
 * Opens TCP connections under the same guard as `guardedFetch` (decisions.md §12): the address that is
 * connected to decides, not the name. Rejects with AddressRefused, with the network's error, or with the
 * reason of `signal`, which counts until the connection is established.
 */
export const guardedConnect =
  (policy: OutgoingPolicy) =>
  async (host: string, port: number, signal: AbortSignal): Promise<Socket> => {
    signal.throwIfAborted()
    const refusal = refusalOfHost(host, policy)
    if (refusal !== undefined) throw new AddressRefused(refusal)
    const socket = connect({ host, port, lookup: guardedLookup(policy) })
    return new Promise((resolve, reject) => {
      const aborted = () => end(signal.reason)
      const end = (reason: unknown) => {
        signal.removeEventListener('abort', aborted)
        socket.destroy()
        reject(reason)
      }
      signal.addEventListener('abort', aborted, { once: true })
      socket.once('error', end)
      socket.once('connect', () => {
        socket.setKeepAlive(true, KEEP_ALIVE_MS)
        signal.removeEventListener('abort', aborted)
        socket.off('error', end)
        resolve(socket)
      })
    })
  }

/**
 * The address of a host, for clients that take one and connect themselves. Rejects with AddressRefused where
 * the policy does not allow it, and with the error of the look-up.
 */
export async function guardedAddress(policy: OutgoingPolicy, host: string): Promise<string> {
  const refusal = refusalOfHost(host, policy)
  if (refusal !== undefined) throw new AddressRefused(refusal)
  return new Promise((resolve, reject) => {
    guardedLookup(policy)(host, {}, (error, address) => {
      if (error) reject(error)
      else resolve(String(address))
    })
  })
}

/**
 * A socket for clients that connect theirs themselves, such as that of PostgreSQL: its `connect` takes a port
 * and a host, and is guarded as above. Refused: the socket is destroyed with AddressRefused. A path of a Unix
 * socket is refused whatever the policy says, for what listens there is this machine's own.
 */
export function guardedSocket(policy: OutgoingPolicy): Socket {
  const socket = new Socket()
  const open = socket.connect.bind(socket)
  function connectGuarded(port: number | string, host?: string): Socket {
    const refusal = typeof port === 'number' ? refusalOfHost(host ?? '', policy) : unixSocketRefusal(port)
    if (refusal !== undefined) return socket.destroy(new AddressRefused(refusal))
    return open({ port: Number(port), host, lookup: guardedLookup(policy) })
  }
  return Object.assign(socket, { connect: connectGuarded })
}

const unixSocketRefusal = (path: string): string =>
  `${path} is a Unix socket, and pipelines may connect to network addresses only`
