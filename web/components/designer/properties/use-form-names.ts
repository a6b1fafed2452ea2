import { useMemo } from 'react'
import type { Names, VariableName } from '../editors/names.ts'
import type { Drawing } from '../model/drawing.ts'
import { useProjectFacts } from '../state/use-project-facts.ts'

/** What can be completed in the forms of a pipeline, and the project's warehouse. */
export function useFormNames(projectId: string, drawing: Drawing | undefined) {
  const { warehouse, variables } = useProjectFacts(projectId)
  const pipeline = drawing?.pipeline
  const names = useMemo<Names>(() => {
    const own = [...(pipeline?.variables.values() ?? [])].map(
      ({ name, type }): VariableName => ({ name, type }),
    )
    const isTaken = new Set(own.map(({ name }) => name))
    const shared = (variables ?? []).filter(({ name }) => !isTaken.has(name))
    return { variables: [...own, ...shared.map(({ name, type }) => ({ name, type, owner: 'project' }))] }
  }, [pipeline, variables])
  return { names, warehouse }
}
