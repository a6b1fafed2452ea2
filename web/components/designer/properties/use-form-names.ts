import { useMemo } from 'react'
import { api } from '../../../api/client.ts'
import type { Names, VariableName } from '../editors/names.ts'
import type { Drawing } from '../model/drawing.ts'

/** As many as one page of the API has. */
const MAX_VARIABLES = 100

/** What can be completed in the forms of a pipeline, and the project's warehouse. */
export function useFormNames(projectId: string, drawing: Drawing | undefined) {
  const path = { projectId }
  const { data: project } = api.useQuery('get', '/v1/projects/{projectId}', { params: { path } })
  const query = { page: 0, size: MAX_VARIABLES }
  const { data } = api.useQuery('get', '/v1/projects/{projectId}/variables', { params: { path, query } })
  const pipeline = drawing?.pipeline
  const names = useMemo<Names>(() => {
    const own = [...(pipeline?.variables.values() ?? [])].map(
      ({ name, type }): VariableName => ({ name, type }),
    )
    const isTaken = new Set(own.map(({ name }) => name))
    const shared = (data?.results ?? []).filter(({ name }) => !isTaken.has(name))
    return { variables: [...own, ...shared.map(({ name, type }) => ({ name, type, owner: 'project' }))] }
  }, [pipeline, data])
  return { names, warehouse: project?.warehouse }
}
