import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { type OAuth, oauthsPath } from '../wire.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 20

/**
 * The OAuth entries that a connector of this owner may use, the oldest first; read again when the user returns to the
 * window after authorizing one.
 */
export const useOAuths = (projectId: string | undefined) =>
  useQuery({
    queryKey: ['all', oauthsPath, projectId],
    queryFn: () => readAll(projectId),
    refetchOnWindowFocus: 'always',
  })

async function readAll(projectId: string | undefined): Promise<readonly OAuth[]> {
  const found: OAuth[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const query = { page, size: PAGE_SIZE, ...(projectId !== undefined && { projectId }) }
    const { data, error } = await client.GET(oauthsPath, { params: { query } })
    if (error !== undefined) throw error
    found.push(...data.results)
    if (found.length >= data.total) break
  }
  return found
}
