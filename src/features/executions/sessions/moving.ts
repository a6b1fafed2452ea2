import type { SessionId } from '../../../lib/ids.ts'
import type { Due } from '../../../lib/service.ts'
import { MOVES_SINCE_PROTOCOL } from '../../../protocol/move-messages.ts'
import type { Registry } from './registry.ts'
import type { SessionMoves } from './session.ts'

/** Moves of environments, as the gateway sees them. */
export interface GatewayMoves extends SessionMoves {
  /** A move has not ended. */
  readonly due: Due
  readonly take: (sessions: readonly SessionId[]) => Promise<readonly MoveToSend[]>
}

interface MoveToSend {
  readonly move: string
  readonly sessionId: SessionId
  readonly project: string
  readonly environment: string
  readonly question: { readonly source: unknown; readonly target: unknown }
}

const tooOld = {
  ok: false,
  message: 'The runner is older than this server and cannot move environments: update it',
  tablesTotal: 0,
  rows: 0,
  views: 0,
  notKept: [],
  file: '',
}

/**
 * Passes moves on to the runners that are connected to this process, again and again until they have ended.
 */
export const createMoving = (registry: Registry, moves: GatewayMoves) => ({
  async move(): Promise<void> {
    if (registry.all().length === 0) return
    for (const { sessionId, question, ...place } of await moves.take(registry.ids())) {
      const session = registry.find(sessionId)
      if (session === undefined) continue
      if (session.protocol < MOVES_SINCE_PROTOCOL) await moves.ended(sessionId, place.move, tooOld)
      else session.send([{ kind: 'move-wanted', ...place, ...question }])
    }
  },
  stopMove(payload: string): void {
    const [sessionId, move] = payload.split(' ')
    if (move === undefined) return
    registry.find(sessionId as SessionId)?.send([{ kind: 'move-stopped', move }])
  },
})
