import { useState } from 'react'
import { client, invalidate } from '../../../../api/client.ts'
import type { ImportOutcome } from '../shapes.ts'

export type Mode = 'MERGE' | 'REPLACE'

interface Compared {
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
 * Compares a file with the variables of a project, then imports it. The import holds only while the variables are as
 * they were when they were compared (412 otherwise).
 */
export function useImport(projectId: string) {
  const [compared, setCompared] = useState<Compared>()
  const [error, setError] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)

  async function send(file: File, mode: Mode, dryRun: boolean): Promise<Compared | undefined> {
    setPending(true)
    setError(null)
    try {
      const text = await file.text()
      const { data, error, response } = await client.POST('/v1/projects/{projectId}/variables/import', {
        params: { path: { projectId }, query: { mode, dryRun } },
        body: text as never, // the file as it is; the server reads all three formats
        bodySerializer: (body: unknown) => body as string,
        headers: {
          'content-type': typeOf(file.name),
          ...(!dryRun && compared?.etag && { 'if-match': compared.etag }),
        },
      })
      if (error === undefined) return { outcome: data, etag: response.headers.get('etag') }
      setError(error)
    } catch (failure) {
      setError(failure)
    } finally {
      setPending(false)
    }
    return undefined
  }

  async function compare(file: File, mode: Mode): Promise<void> {
    setCompared(await send(file, mode, true))
  }

  /** What was done, or undefined when it was refused. */
  async function take(file: File, mode: Mode): Promise<ImportOutcome | undefined> {
    const done = await send(file, mode, false)
    await invalidate('/v1/projects/{projectId}/variables')
    return done?.outcome
  }

  function reset(): void {
    setCompared(undefined)
    setError(null)
  }
  return { compared: compared?.outcome, error, isPending, compare, take, reset }
}
