import { useEvery } from '../../../api/every.ts'
import { oauthsPath } from '../wire.ts'

/**
 * The OAuth entries that a connector of this owner may use, the oldest first; read again when the user
 * returns to the window after authorizing one.
 */
export function useOAuths(projectId: string | undefined) {
  const query = { ...(projectId !== undefined && { projectId }) }
  return useEvery(oauthsPath, ({ oauthId }) => oauthId, { query }, { refetchOnWindowFocus: 'always' })
}
