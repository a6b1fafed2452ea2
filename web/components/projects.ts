import { useEvery } from '../api/every.ts'

const STALE_MS = 60_000

/** All projects that the user may see, by name: in dialogs and menus each of them can be chosen. */
export const useProjects = () => useEvery('/v1/projects', ({ id }) => id, {}, { staleTime: STALE_MS })

/** Their names by project id. */
export function useProjectNames(): ReadonlyMap<string, string> {
  const { data } = useProjects()
  return new Map(data?.map(({ id, name }) => [id, name]))
}
