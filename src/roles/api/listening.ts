import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Server } from '../../http/server.ts'
import { StartupError } from '../../lib/startup-error.ts'
import { declarations, type Settings } from '../settings/settings.ts'

interface Place extends Pick<Settings, 'host' | 'port'> {
  /** The setting that the port is from. */
  readonly setting?: 'port' | 'metricsPort'
}

const named = ({ flag, env }: { readonly flag: string; readonly env: string }) => `--${flag} or ${env}`
const otherPort = ({ setting = 'port' }: Place) => named(declarations[setting])
const otherHost = named(declarations.host)

/** Why listening fails, and what to do about it, by the code of the operating system. */
const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: (place) =>
    `Port ${place.port} on ${place.host} is in use; choose another with ${otherPort(place)} (0 is any free one)`,
  EACCES: (place) =>
    `This account may not listen on port ${place.port} of ${place.host}; ` +
    `choose one above 1023 with ${otherPort(place)}`,
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

/** Both ports of the API process. */
export const portsOf = ({
  host,
  port,
  metricsPort,
}: Pick<Settings, 'host' | 'port' | 'metricsPort'>): { readonly api: Place; readonly metrics: Place } => ({
  api: { host, port },
  metrics: { host, port: metricsPort, setting: 'metricsPort' },
})

/**
 * Throws `StartupError` when a port cannot be listened on, before a database or an administrator is made for
 * nothing. Another program may still take the port before the API listens; `listen` says the same then.
 */
export async function refuseUsedPorts(
  settings: Pick<Settings, 'host' | 'port' | 'metricsPort'>,
): Promise<void> {
  for (const place of Object.values(portsOf(settings))) {
    const probe = createServer()
    try {
      probe.listen(place.port, place.host)
      await once(probe, 'listening')
    } catch (error) {
      throw listenFault(error, place)
    } finally {
      probe.close()
    }
    await once(probe, 'close')
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
