import type { RunnerId, SessionId } from '../../../lib/ids.ts'
import type { Session } from './session.ts'

/** The sessions that are connected to this process. */
export interface Registry {
  /** Adds a session. An older connection of the same session is closed. */
  add(session: Session): void
  /** Removes a session that closed. False when another connection has replaced it already. */
  remove(session: Session): boolean
  find(id: SessionId): Session | undefined
  all(): readonly Session[]
  ids(): SessionId[]
  ofRunner(runnerId: RunnerId): Session[]
  /** The runners that have a session here. */
  runners(): Set<RunnerId>
}

export function createRegistry(): Registry {
  const sessions = new Map<SessionId, Session>()
  const all = () => [...sessions.values()]

  return {
    add(session) {
      sessions.get(session.id)?.close('The runner connected again')
      sessions.set(session.id, session)
    },
    remove(session) {
      return sessions.get(session.id) === session && sessions.delete(session.id)
    },
    find: (id) => sessions.get(id),
    all,
    ids: () => [...sessions.keys()],
    ofRunner: (runnerId) => all().filter((session) => session.runnerId === runnerId),
    runners: () => new Set(all().map(({ runnerId }) => runnerId)),
  }
}
