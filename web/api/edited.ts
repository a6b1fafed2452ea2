import { useQuery } from '@tanstack/react-query'

/** What a form edits, with the entity tag it was read with. */
export interface Edited<T> {
  readonly value: T
  readonly etag: string
}

/** What the client answers. */
interface Answer<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** An answer with its entity tag. Throws the problem. */
export async function tagged<T>(asked: Promise<Answer<T>>): Promise<Edited<T>> {
  const { data, error, response } = await asked
  if (data === undefined) throw error
  return { value: data, etag: response.headers.get('etag') ?? '*' }
}

/** Headers of a change that is refused with 412 when somebody else has changed what was read. */
export const ifUnchanged = ({ etag }: Edited<unknown>) => ({ 'if-match': etag })

/**
 * Reads when a form opens and never again by itself, whatever is read again then: another answer would
 * overwrite what the user is editing, or bring a tag of values that the form does not show. `what` names it,
 * e.g. `['connector', id]`.
 */
export const useEdited = <T>(what: readonly unknown[], read: () => Promise<Answer<T>>, enabled = true) =>
  useQuery({
    queryKey: ['being edited', ...what],
    queryFn: () => tagged(read()),
    enabled,
    gcTime: 0,
    staleTime: 'static',
  })
