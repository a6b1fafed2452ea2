import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { operations } from '../../openapi/types.generated.ts'
import { client, queryClient, rememberCsrfToken } from './client.ts'

export type Session = operations['getSession']['responses'][200]['content']['application/json']

/** The signed-in user; null when signed out. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    const { data, error } = await client.GET('/v1/session')
    if (error !== undefined && error.status !== 401) throw error
    rememberCsrfToken(data?.csrfToken)
    return data ?? null
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** The signed-in user. Only on pages behind the sign-in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(sessionQuery)
  if (data === null) throw new Error('No user is signed in')
  return data
}

/** Drops everything that was cached for another user. */
export function enter(session: Session | null): void {
  markSessionEnded(false)
  queryClient.clear()
  rememberCsrfToken(session?.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

let hasEnded = false
const listeners = new Set<() => void>()

/** The session of the page has ended elsewhere, or is there again. */
export function markSessionEnded(isOver: boolean): void {
  if (hasEnded === isOver) return
  hasEnded = isOver
  for (const listener of listeners) listener()
}

/** Whether the session has ended while the page is open. */
export const useHasSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => hasEnded)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Continues where the session ended: the same user keeps everything that is on the page. */
export function resume(session: Session): void {
  rememberCsrfToken(session.csrfToken)
  queryClient.setQueryData(sessionQuery.queryKey, session)
  markSessionEnded(false)
  void queryClient.refetchQueries({ type: 'active' })
}
