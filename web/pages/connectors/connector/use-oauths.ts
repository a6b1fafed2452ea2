import { useQuery } from '@tanstack/react-query'
import { client } from '../../../api/client.ts'
import { type OAuth, oauthsPath } from '../wire.ts'

const PAGE_SIZE = 100
const MAX_PAGES = 20

/** All OAuth entries, the oldest first; read again when the user returns to the window after authorizing one. */
export const useOAuths = () =>
  useQuery({ queryKey: ['all', oauthsPath], queryFn: readAll, refetchOnWindowFocus: 'always' })

async function readAll(): Promise<readonly OAuth[]> {
  const found: OAuth[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const { data, error } = await client.GET(oauthsPath, { params: { query: { page, size: PAGE_SIZE } } })
    if (error !== undefined) throw error
    found.push(...data.results)
    if (found.length >= data.total) break
  }
  return found
}
