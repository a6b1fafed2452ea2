import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { RunnerCaller } from '../../../http/caller.ts'
import { newId } from '../../../lib/ids.ts'
import type { Log } from '../../../lib/log.ts'
import { upTo } from '../../../lib/remembered.ts'
import type { Entry } from '../../audit/service.ts'
import type { Handshake, Hello } from './handshake.ts'

/** Who is at the other end of a WebSocket: the credential it showed, and where it came from. */
export interface Peer extends Pick<RunnerCaller, 'runnerId' | 'clientId'> {
  readonly address: string
  readonly userAgent: string | undefined
  readonly path: string
}

/** The part of the audit trail that sessions need. */
export interface SessionAudit {
  /** Resolves when the entry is on disk. */
  note(entry: Entry): Promise<void>
}

/** Leaves entries in the audit trail when runners open sessions, and when they are refused. */
export interface SessionTrail {
  /** Resolves when the entry is on disk: no session is used without one. */
  opened(peer: Peer, hello: Hello, handshake: Handshake): Promise<void>
  refused(peer: Peer, hello: Hello, reason: string): void
}

export const OPEN_SESSION = 'openRunnerSession'
/** A runner that is refused tries again every few seconds: one entry in this time says so. */
const SAME_REFUSAL_MS = 10 * 60_000
const MAX_REMEMBERED = 1_000

export function createSessionTrail(audit: SessionAudit, log: Log): SessionTrail {
  const told = new LRUCache<string, true>({ ...upTo(MAX_REMEMBERED), ttl: SAME_REFUSAL_MS })

  const entryOf = (peer: Peer, { instance, version }: Hello) => ({
    at: new Date().toISOString(),
    operation: OPEN_SESSION,
    method: 'GET',
    path: peer.path,
    from: { address: peer.address, userAgent: peer.userAgent },
    requestId: newId(),
    request: { agentId: peer.runnerId, instance, version },
  })

  return {
    async opened(peer, hello, { id, runnerName }) {
      const entry = entryOf(peer, hello)
      const actor = { kind: 'RUNNER' as const, id: peer.clientId, name: runnerName }
      await audit.note({ ...entry, outcome: 'SUCCEEDED', actor, status: 101, after: { session: id } })
    },
    refused(peer, hello, reason) {
      const key = [peer.runnerId, peer.address, hello.instance].join(' ')
      if (told.has(key)) return
      told.set(key, true)
      const entry = entryOf(peer, hello)
      const actor = { kind: 'RUNNER' as const, id: peer.clientId, name: peer.clientId }
      void audit
        .note({ ...entry, outcome: 'REFUSED', actor, status: 409, after: { reason } })
        .catch((error: unknown) => log.error({ err: error }, 'Could not record that a runner was refused'))
    },
  }
}

export const peerOf = (
  { runnerId, clientId }: RunnerCaller,
  request: IncomingMessage,
  address: string,
): Peer => ({
  runnerId,
  clientId,
  address,
  userAgent: request.headers['user-agent'],
  path: request.url?.split('?', 1)[0] ?? '',
})
