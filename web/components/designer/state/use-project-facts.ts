import { useMemo } from 'react'
import type { ValidationFacts } from '../../../../src/pipeline/validate.ts'
import { api } from '../../../api/client.ts'
import { MAX_ROWS, useEvery } from '../../../api/every.ts'

/**
 * What a project says of its pipelines: the kind of its database, and its variables where all of them could
 * be read.
 */
export function useProjectFacts(projectId: string) {
  const path = { projectId }
  const { data: project } = api.useQuery('get', '/v1/projects/{projectId}', { params: { path } })
  const { data } = useEvery('/v1/projects/{projectId}/variables', ({ name }) => name, { path })
  const warehouse = project?.warehouse
  const facts = useMemo((): ValidationFacts => {
    const isWhole = data !== undefined && data.length < MAX_ROWS
    const projectVariables = new Map(data?.map(({ name, type, columns = [] }) => [name, { type, columns }]))
    return { warehouse, ...(isWhole && { projectVariables }) }
  }, [warehouse, data])
  return { facts, warehouse, variables: data }
}
