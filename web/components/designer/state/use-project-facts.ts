import { useMemo } from 'react'
import type { ValidationFacts } from '../../../../src/pipeline/validate.ts'
import { api } from '../../../api/client.ts'

/** As many as one page of the API has. */
const MAX_VARIABLES = 100

/** What a project says of its pipelines: the kind of its database, and its variables where one page has all of them. */
export function useProjectFacts(projectId: string) {
  const path = { projectId }
  const { data: project } = api.useQuery('get', '/v1/projects/{projectId}', { params: { path } })
  const query = { page: 0, size: MAX_VARIABLES }
  const { data } = api.useQuery('get', '/v1/projects/{projectId}/variables', { params: { path, query } })
  const warehouse = project?.warehouse
  const facts = useMemo((): ValidationFacts => {
    const isWhole = data !== undefined && data.total === data.results.length
    const projectVariables = new Map(
      data?.results.map(({ name, type, columns = [] }) => [name, { type, columns }]),
    )
    return { warehouse, ...(isWhole && { projectVariables }) }
  }, [warehouse, data])
  return { facts, warehouse, variables: data?.results }
}
