import type { Client } from '../../../client/client.ts'
import { Failure } from '../../../client/failure.ts'
import { findView } from '../../../client/lookup.ts'
import type { SavedView } from '../../../client/resources.ts'

/**
 * The query of a list: that of a saved view, if one is named, with what the command line gives in place of
 * the same filters of the view. The server checks the values of the view, as it does for every query.
 */
export async function withView<Query extends object>(
  client: Client,
  list: SavedView['list'],
  view: string | undefined,
  given: Query,
  projectId: string | undefined,
): Promise<Query> {
  if (view === undefined) return given
  const found = await findView(client, view, { list, projectId })
  if (found.list !== list)
    throw new Failure(`The view ${found.name} is of another list.`, { hint: '`headrace views` shows which.' })
  const own = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...found.filter, ...Object.fromEntries(own) } as Query
}
