import { once } from 'node:events'
import { vi } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../../src/lib/ids.ts'
import { readToRunner } from '../../src/protocol/frames.ts'
import { type FromRunner, PROTOCOL_VERSION, type ToRunner } from '../../src/protocol/messages.ts'
import { sessionAddress } from '../../src/runner/connection/session-address.ts'
import type { TestApi } from './api.ts'

type Received<K extends ToRunner['kind']> = Extract<ToRunner, { kind: K }>

/** One connection that a program with a runner's credential made; it speaks the protocol and runs nothing. */
export interface WireRunner {
  readonly socket: WebSocket
  /** Everything that has arrived, in order. */
  readonly received: readonly ToRunner[]
  say(message: FromRunner): void
  /** Resolves with the first message of this kind. */
  heard<K extends ToRunner['kind']>(kind: K): Promise<Received<K>>
  /** Resolves with the reason for which the server closed the connection. */
  closed(): Promise<string>
}

export interface Claims {
  readonly protocol?: number
  readonly instance?: string
  readonly instanceSecret?: string
  readonly session?: string
  readonly received?: number
  readonly held?: string[]
}

/** Connects with the runner's credential, as anybody who has copied it can, and says hello. */
export async function connectAs(api: TestApi, agentId: string, claims: Claims = {}): Promise<WireRunner> {
  const made = await connectSilently(api, agentId)
  const who = { version: '1', instance: 'test', instanceSecret: newId(), capacity: 9 }
  made.say({ kind: 'hello', protocol: PROTOCOL_VERSION, ...who, ...claims })
  return made
}

/** The same without a hello. */
export async function connectSilently(
  api: TestApi,
  agentId: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<WireRunner> {
  const path = `/v1/agents/${agentId}/credentials`
  const { body } = await api.call<{ clientId: string; clientSecret: string }>('GET', path)
  const token = await api.tokenFor(body.clientId, body.clientSecret)
  const socket = new WebSocket(sessionAddress(api.url), {
    headers: { ...headers, authorization: `Bearer ${token}` },
  })
  const received: ToRunner[] = []
  const closing = new Promise<string>((resolve) => {
    socket.once('close', (_code, reason) => resolve(reason.toString()))
  })
  socket.on('message', (data) => received.push(...readToRunner(String(data))))
  await once(socket, 'open')
  const say = (message: FromRunner) => socket.send(JSON.stringify([message]))
  return {
    socket,
    received,
    say,
    closed: () => closing,
    heard: (kind) =>
      vi.waitFor(
        () => {
          const found = received.find((message) => message.kind === kind)
          if (found === undefined) throw new Error(`No ${kind} has arrived`)
          return found as Received<typeof kind>
        },
        { timeout: 10_000 },
      ),
  }
}
