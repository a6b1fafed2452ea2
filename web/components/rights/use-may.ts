import { queryOptions, useQuery } from '@tanstack/react-query'
import { client, queryClient } from '../../api/client.ts'
import { type Session, useSession } from '../../api/session.ts'
import { meets, type Need, type Permissions, type Rights } from './needs.ts'

const PAGE_PROJECTS = 100
const MAX_PROJECTS = 1_000
const STALE_MS = 60_000

type Projects = Permissions['projects']['results']

/** Only users can read their permissions; for administrators there is nothing to read. */
const isReadable = ({ kind, accountRole }: Session): boolean =>
  kind === 'USER' && accountRole !== 'SUPER_ADMIN'

/**
 * What the user may do in its projects; null when that cannot be read. The key begins like that of the list
 * of projects, so that it is read again when a project is created or deleted.
 */
const rightsQuery = ({ id }: Session) =>
  queryOptions({
    queryKey: ['get', '/v1/projects', 'permissions', id],
    queryFn: async ({ signal }): Promise<Projects | null> => {
      const projects: Projects = []
      for (let page = 0; projects.length < MAX_PROJECTS; page += 1) {
        const params = { path: { id }, query: { page, size: PAGE_PROJECTS } }
        const { data } = await client.GET('/v1/users/{id}/permissions', { params, signal })
        if (data === undefined) return null
        projects.push(...data.projects.results)
        if ((page + 1) * PAGE_PROJECTS >= data.projects.total) break
      }
      return projects
    },
    staleTime: STALE_MS,
    refetchInterval: STALE_MS,
  })

/** Reads the permissions before the first page is shown, so that no control appears and vanishes. */
export async function prepareRights(session: Session): Promise<void> {
  if (isReadable(session)) await queryClient.ensureQueryData(rightsQuery(session)).catch(() => null)
}

/** Answers whether the user has what a control needs: the one place where the interface asks that. */
export function useMay(): (need: Need) => boolean {
  const session = useSession()
  const { data } = useQuery({ ...rightsQuery(session), enabled: isReadable(session) })
  const rights: Rights = {
    isAdministrator: session.accountRole === 'SUPER_ADMIN',
    accountPermissions: session.accountPermissions,
    projects: data ?? undefined,
  }
  return (need) => meets(rights, need)
}
