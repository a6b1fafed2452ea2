import type { Server } from '../../http/server.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { declarations, type Settings } from '../settings/settings.ts'

type Place = Pick<Settings, 'host' | 'port'>

const otherPort = `--${declarations.port.flag} or ${declarations.port.env}`
const otherHost = `--${declarations.host.flag} or ${declarations.host.env}`

/** Why listening fails, and what to do about it, by the code of the operating system. */
const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ host, port }) =>
    `Port ${port} on ${host} is in use; choose another with ${otherPort} (0 is any free one)`,
  EACCES: ({ host, port }) =>
    `This account may not listen on port ${port} of ${host}; choose one above 1023 with ${otherPort}`,
  EADDRNOTAVAIL: noSuchHost,
  ENOTFOUND: noSuchHost,
  EAI_AGAIN: noSuchHost,
}

function noSuchHost({ host }: Place): string {
  return (
    `This machine has no address ${host} to listen on; choose another with ${otherHost} ` +
    '(127.0.0.1 is reached from this machine only, 0.0.0.0 from others too)'
  )
}

/** Begins to accept connections. Throws `StartupError` when host and port cannot be had. */
export async function listen(app: Server, place: Place): Promise<void> {
  try {
    await app.listen({ host: place.host, port: place.port })
  } catch (error) {
    throw listenFault(error, place)
  }
}

/** What is said when `place` cannot be listened on; other errors are answered as they are. */
export function listenFault(error: unknown, place: Place): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  const reason = Object.hasOwn(reasons, code) ? reasons[code] : undefined
  return reason === undefined ? error : new StartupError(reason(place), { cause: error })
}

/** Where the server is reached on this machine; port 0 until it listens. */
export function listeningOrigin(app: Server, host: string): string {
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${name}:${port}`
}
