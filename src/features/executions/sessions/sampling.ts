import type { SessionId } from '../../../lib/ids.ts'
import type { ToRunner } from '../../../protocol/messages.ts'
import {
  CONDITIONS_SINCE_PROTOCOL,
  SAMPLES_SINCE_PROTOCOL,
  TABLES_SINCE_PROTOCOL,
} from '../../../protocol/request-messages.ts'
import type { Registry } from './registry.ts'
import type { SessionSamples } from './session.ts'

/** Samples that callers want, as the gateway sees them. */
export interface GatewaySamples extends SessionSamples {
  readonly takeWaiting: (id: string, sessions: readonly SessionId[]) => Promise<readonly SampleToSend[]>
}

interface SampleToSend {
  readonly id: string
  readonly sessionId: SessionId
  readonly project: string
  /** The rest of the message; with its kind, of a sample without. */
  readonly question: object
}
type SampleMessage = Extract<ToRunner, { kind: 'sample-wanted' | 'tables-wanted' | 'condition-wanted' }>

const since = {
  'sample-wanted': SAMPLES_SINCE_PROTOCOL,
  'tables-wanted': TABLES_SINCE_PROTOCOL,
  'condition-wanted': CONDITIONS_SINCE_PROTOCOL,
} as const satisfies Record<SampleMessage['kind'], number>

const tooOld = (kind: SampleMessage['kind']) => ({
  ok: false,
  message: `The runner is older than this server and cannot ${kind === 'tables-wanted' ? 'list tables' : 'look for triggers'}: update it`,
  latencyMs: 0,
})

/**
 * Passes samples, lists of tables and looks for triggers on to the runners that are connected to this
 * process, and their cancellations.
 */
export const createSampling = (registry: Registry, samples: GatewaySamples) => ({
  async sample(id: string): Promise<void> {
    const able = registry.all().filter(({ protocol }) => protocol >= SAMPLES_SINCE_PROTOCOL)
    if (able.length === 0) return
    const ids = able.map((session) => session.id)
    for (const { id: sample, sessionId, project, question } of await samples.takeWaiting(id, ids)) {
      const message = { kind: 'sample-wanted', sample, project, ...question } as SampleMessage
      const session = registry.find(sessionId)
      if (session === undefined) continue
      if (session.protocol < since[message.kind])
        await samples.answered(sessionId, sample, tooOld(message.kind))
      else session.send([message])
    }
  },
  cancelSample(payload: string): void {
    const [sessionId, sample] = payload.split(' ')
    if (sample === undefined) return
    registry.find(sessionId as SessionId)?.send([{ kind: 'sample-cancelled', sample }])
  },
})
