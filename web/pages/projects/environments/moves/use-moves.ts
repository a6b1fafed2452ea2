import { useEffect } from 'react'
import { api, invalidate } from '../../../../api/client.ts'
import { type EnvironmentMove, type EnvironmentPlace, environmentsPath, movesPath } from '../shapes.ts'

const LIVE_MS = 1_000

const isOpen = (move: EnvironmentMove | undefined): boolean =>
  move !== undefined && move.finishedAt === undefined

/** The latest move of an environment, which is looked at again and again while it is under way. */
export function useLatestMove({ projectId, environmentName }: EnvironmentPlace) {
  const { data, error } = api.useQuery(
    'get',
    movesPath,
    { params: { path: { projectId, environmentName }, query: { size: 1 } } },
    { refetchInterval: ({ state }) => (isOpen(state.data?.results[0]) ? LIVE_MS : false) },
  )
  const latest = data?.results[0]
  const open = isOpen(latest) ? latest?.moveId : undefined
  // The environment runs SQL on the lake when the move that was open has ended.
  useEffect(() => {
    if (open === undefined) return
    return () => void invalidate(environmentsPath)
  }, [open])
  return { latest, isOpen: open !== undefined, error }
}
