import { useRef, useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import type { ImportOutcome } from '../shapes.ts'

export type Mode = 'MERGE' | 'REPLACE'

interface Chosen {
  readonly file: File
  readonly mode: Mode
}

interface Compared extends Chosen {
  readonly outcome: ImportOutcome
  /** The state that the comparison was made with. */
  readonly etag: string | null
}

const types: Readonly<Record<string, string>> = {
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  csv: 'text/csv',
}

/** The media type of a file of variables, by the ending of its name. */
export const typeOf = (name: string): string => types[name.split('.').at(-1)!.toLowerCase()] ?? types['json']!

/**
 * Compares a file with the variables of a project, then imports it. The import holds only while the variables
 * are as they were when they were compared (412 otherwise).
 */
export function useImport(projectId: string) {
  const [compared, setCompared] = useState<Compared>()
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  /** How often something else was chosen: what is answered about an earlier choice is not shown. */
  const choice = useRef(0)

  async function attempt<T>(act: () => Promise<T>): Promise<T | undefined> {
    const own = choice.current
    setPending(true)
    setError(null)
    try {
      return await act()
    } catch (failure) {
      if (own === choice.current) setError(failure)
      return undefined
    } finally {
      if (own === choice.current) setPending(false)
    }
  }

  async function compare(chosen: Chosen): Promise<void> {
    const own = choice.current
    const answer = await attempt(() => send(projectId, chosen, { dryRun: true }))
    if (answer !== undefined && own === choice.current) setCompared({ ...chosen, ...answer })
  }

  /**
   * Imports what was compared. Answers what was done, or undefined when it was refused: then it is to be
   * compared again, since somebody may have changed the variables.
   */
  async function take(): Promise<ImportOutcome | undefined> {
    if (compared === undefined) return undefined
    const done = await attempt(() => send(projectId, compared, { dryRun: false, etag: compared.etag }))
    if (done === undefined) setCompared(undefined)
    await invalidate('/v1/projects/{projectId}/variables')
    return done?.outcome
  }

  function reset(): void {
    choice.current += 1
    setCompared(undefined)
    setError(null)
    setPending(false)
  }
  return { compared: compared?.outcome, error, isPending, compare, take, reset }
}

interface How {
  /** Whether it is only compared. */
  readonly dryRun: boolean
  /** Of the state that is changed; of any without it. */
  readonly etag?: string | null
}

async function send(projectId: string, { file, mode }: Chosen, { dryRun, etag }: How) {
  const text = await file.text()
  const { data, error, response } = await client.POST('/v1/projects/{projectId}/variables/import', {
    params: { path: { projectId }, query: { mode, dryRun } },
    body: text as never, // the file as it is; the server reads all three formats
    bodySerializer: (body: unknown) => body as string,
    headers: { 'content-type': typeOf(file.name), ...(etag && { 'if-match': etag }) },
  })
  if (error !== undefined) throw error
  return { outcome: data, etag: response.headers.get('etag') }
}
