import { useEffect } from 'react'
import type { operations } from '../../../openapi/types.generated.ts'
import { api, client, invalidate } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { moveToServer } from './browser-views.ts'
import type { ViewedList } from './translate.ts'

export type SavedView = operations['getSavedView']['responses'][200]['content']['application/json']

const path = '/v1/saved-views'
/** More than one person and one project may have. */
const SIZE = 100

/** The user's views of a list, and those that are shared in the project. */
export function useSavedViews(list: ViewedList, projectId: string | undefined) {
  const { id } = useSession()
  const query = { list, size: SIZE, ...(projectId !== undefined && { projectId }) }
  const views = api.useQuery('get', path, { params: { query } })
  useEffect(() => {
    if (list === 'EXECUTIONS')
      void moveToServer(localStorage, id).then((isMoved) => (isMoved ? invalidate(path) : undefined))
  }, [list, id])
  return views
}

interface Wanted {
  readonly name: string
  readonly list: ViewedList
  readonly filter: Record<string, string>
  /** The project whose members see it, null for none; of a view that is replaced, absent where that stays. */
  readonly projectId?: string | null
}

/** Saves a view, or changes the user's own of that name. Throws the API's problem. */
export async function saveView(wanted: Wanted, replaced: SavedView | undefined): Promise<void> {
  const { list, projectId, ...rest } = wanted
  const { error } =
    replaced === undefined
      ? await client.POST(path, { body: { list, ...rest, ...(projectId && { projectId }) } })
      : await client.PATCH('/v1/saved-views/{savedViewId}', {
          params: { path: { savedViewId: replaced.savedViewId } },
          body: { ...rest, ...(projectId !== undefined && { projectId }) },
        })
  if (error !== undefined) throw error
  await invalidate(path)
}

export async function deleteView({ savedViewId }: SavedView): Promise<void> {
  const { error } = await client.DELETE('/v1/saved-views/{savedViewId}', {
    params: { path: { savedViewId } },
  })
  if (error !== undefined) throw error
  await invalidate(path)
}
