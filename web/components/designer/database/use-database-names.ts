import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { createDatabaseNames, type DatabaseTables } from './database-names.ts'

/** What is known of the database of an environment, for completion. */
export type KnownDatabase = ReturnType<typeof useDatabaseNames>

const nothing: Pick<DatabaseTables, 'schemas' | 'tables'> = {}

/**
 * Names of the database that the user chose to complete from: the environment where the pipeline ran or was
 * sampled, unless another is chosen. Nothing is asked of a database before.
 */
export function useDatabaseNames(projectId: string, usual: string | undefined) {
  const [chosen, choose] = useState<string>()
  const environment = chosen ?? usual
  const [listed, setListed] = useState(nothing)
  const [error, setError] = useState<unknown>()
  const names = useMemo(() => {
    if (environment === undefined) return undefined
    return createDatabaseNames(async (wanted) => {
      const { data, error: refusal } = await client.POST('/v1/projects/{projectId}/database-tables', {
        params: { path: { projectId } },
        body: { environmentName: environment, ...wanted },
      })
      if (data === undefined) throw refusal
      return data
    })
  }, [projectId, environment])

  const newest = useRef(0)
  /** Lists the tables that begin like a text, where the database has too many for one list. */
  const lookUp = useCallback(
    (prefix: string) => {
      newest.current += 1
      const own = newest.current
      names?.known(prefix).then(
        (found) => {
          if (own !== newest.current) return
          setError(found.ok ? undefined : new Error(found.message))
          if (found.ok) setListed(found)
        },
        (thrown: unknown) => own === newest.current && setError(thrown),
      )
    },
    [names],
  )
  useEffect(() => {
    setListed(nothing)
    setError(undefined)
    lookUp('')
    return () => {
      newest.current += 1
    }
  }, [lookUp])

  const { tables, schemas } = listed
  return { environment, choose, error, names, tables, schemas, lookUp }
}
