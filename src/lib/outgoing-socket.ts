import { connect, type Socket } from 'node:net'
import { AddressRefused, guardedLookup, type OutgoingPolicy, refusalOfHost } from './outgoing-http.ts'

/**
 * Opens TCP connections under the same guard as `guardedFetch` (decisions.md §12): the address that is connected to
 * decides, not the name. Rejects with AddressRefused, with the network's error, or with the reason of `signal`,
 * which counts until the connection stands.
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
        signal.removeEventListener('abort', aborted)
        socket.off('error', end)
        resolve(socket)
      })
    })
  }
