import type { GridUpdate, ParameterValue, PostProcessing } from './model.ts'
import { type FaultList, isList, isMapping, textOrJson } from './parse-shapes.ts'

/**
 * Reads `postProcessing` of a component; undefined when it asks for nothing. What cannot be read is a fault.
 */
export function parsePostProcessing(
  component: string,
  stated: ParameterValue | undefined,
  line: number,
  faults: FaultList,
): PostProcessing | undefined {
  if (stated === undefined || stated === null) return undefined
  const complain = (what: string, hint: string) =>
    faults.error(line, 'invalid-post-processing', `The ${what} of "${component}" cannot be read`, {
      component,
      hint,
    })
  if (!isMapping(stated)) {
    complain(
      'postProcessing',
      'Write a block with updateScalarVariables, updateGridVariables, updateOutputMessage',
    )
    return undefined
  }
  const rowsOf = (key: string, hint: string): readonly ParameterValue[] => {
    const rows = stated[key] ?? []
    if (!isList(rows)) complain(key, hint)
    return isList(rows) ? rows : []
  }
  const scalarHint = 'Write rows of a variable and an expression'
  const scalars: [string, string][] = []
  for (const row of rowsOf('updateScalarVariables', scalarHint)) {
    if (isList(row) && textOrJson(row[0]) !== '') scalars.push([textOrJson(row[0]), textOrJson(row[1])])
    else if (!isList(row)) complain('updateScalarVariables', scalarHint)
  }
  const gridHint =
    'Write entries of variable and gridValues: rows, or fromGrid with a variable and its columns'
  const grids: GridUpdate[] = []
  for (const entry of rowsOf('updateGridVariables', gridHint)) {
    const update = gridUpdate(entry)
    if (update === undefined) complain('updateGridVariables', gridHint)
    else grids.push(update)
  }
  const message = textOrJson(stated['updateOutputMessage'])
  if (scalars.length === 0 && grids.length === 0 && message === '') return undefined
  return {
    updateScalarVariables: scalars,
    ...(grids.length > 0 && { updateGridVariables: grids }),
    updateOutputMessage: message === '' ? undefined : message,
  }
}

/** Like an entry of setGridVariables, or a row of a variable and the grid that it becomes a copy of. */
function gridUpdate(entry: ParameterValue): GridUpdate | undefined {
  if (isList(entry)) {
    const [variable, source] = entry
    if (typeof variable !== 'string' || source === undefined || source === null) return undefined
    return { variable, values: typeof source === 'string' ? { fromGrid: { variable: source } } : source }
  }
  if (!isMapping(entry)) return undefined
  const variable = textOrJson(entry['variable'])
  const values = entry['gridValues'] ?? null
  const readable = isList(values) || (isMapping(values) && isMapping(values['fromGrid']))
  return variable === '' || !readable ? undefined : { variable, values }
}
