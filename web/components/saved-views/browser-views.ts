import { client } from '../../api/client.ts'
import { toQuery } from './translate.ts'

/** Where this browser kept views of executions before the server did. */
const keyOf = (userId: string) => `headrace.views.executions.${userId}`

interface KeptView {
  readonly name: string
  readonly filter: Readonly<Record<string, string>>
}

const isKept = (value: unknown): value is KeptView => {
  const { name, filter } = Object(value) as Partial<KeptView>
  return typeof name === 'string' && name !== '' && typeof filter === 'object' && filter !== null
}

function readKept(storage: Storage, userId: string): readonly KeptView[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

/** The name is taken, or the view can never be saved. */
const isFinal = (status: number): boolean => status === 409 || status === 400

/**
 * Saves on the server what this browser kept for a user, and forgets it here. A view whose name is taken
 * there stays as it is on the server. Returns whether any was saved. What fails for another reason is tried
 * again at the next visit.
 */
export async function moveToServer(storage: Storage, userId: string): Promise<boolean> {
  const left: KeptView[] = []
  let isMoved = false
  for (const view of readKept(storage, userId)) {
    const body = { list: 'EXECUTIONS' as const, name: view.name, filter: toQuery('EXECUTIONS', view.filter) }
    const { error, response } = await client.POST('/v1/saved-views', { body })
    if (error === undefined) isMoved = true
    else if (!isFinal(response.status)) left.push(view)
  }
  if (left.length === 0) storage.removeItem(keyOf(userId))
  else storage.setItem(keyOf(userId), JSON.stringify(left))
  return isMoved
}
