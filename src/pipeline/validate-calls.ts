import type { Component, ParameterValue, Pipeline } from './model.ts'
import { type FaultList, isList, isMapping, textOrJson } from './parse-shapes.ts'
import type { ProjectVariables } from './validate-variables.ts'

/**
 * Variables that a call sets and the pipeline it runs does not take (pipelines.md §2.8). One that is not
 * there may be the project's, and otherwise only the call fails, so these are warnings, as are entries that
 * nothing is read from.
 */
export function checkCallValues(
  component: Component,
  child: Pipeline,
  ofProject: ProjectVariables | undefined,
  faults: FaultList,
): void {
  const { name, line, parameters } = component
  const grids = parameters['setGridVariables']
  if (isMapping(grids) || listed(grids).some((entry) => !isMapping(entry)))
    faults.warning(line, 'unread-grid-value', `"${name}" has entries in setGridVariables that set nothing`, {
      component: name,
      hint: 'Write { variable: "name", status: "values", gridValues: [["cell"]] }, or status "grid" and gridValues: { fromGrid: … }',
    })
  for (const [key, type] of [
    ['setScalarVariables', 'scalar'],
    ['setGridVariables', 'grid'],
  ] as const) {
    for (const variable of new Set(namesSet(parameters[key]))) {
      const fault = faultOf(child, variable, type, ofProject)
      if (fault === undefined) continue
      faults.warning(line, fault.rule, `"${name}" sets "${variable}", ${fault.what}`, {
        component: name,
        hint: fault.hint,
      })
    }
  }
}

const listed = (stated: ParameterValue | undefined) => (isList(stated) ? stated : [])

function namesSet(stated: ParameterValue | undefined): readonly string[] {
  return listed(stated)
    .map((entry) =>
      isMapping(entry)
        ? textOrJson(entry['variable'] ?? entry['name'])
        : isList(entry)
          ? textOrJson(entry[0])
          : '',
    )
    .filter((name) => /^\w+$/.test(name)) // what is still an expression is known when it runs
}

function faultOf(
  child: Pipeline,
  variable: string,
  type: 'scalar' | 'grid',
  ofProject: ProjectVariables | undefined,
) {
  const declared = child.variables.get(variable)
  const known = declared ?? ofProject?.get(variable)
  if (known === undefined) {
    const hint = 'Correct the name, declare it there, or make sure that the project has it'
    return { rule: 'unknown-child-variable', what: `which "${child.name}" does not declare`, hint }
  }
  if (declared?.visibility === 'PRIVATE') {
    const hint = 'Make it PUBLIC there, or do not set it'
    return { rule: 'private-child-variable', what: `which is PRIVATE to "${child.name}"`, hint }
  }
  if ((known.type === 'GRID') === (type === 'grid')) return undefined
  const hint = `Set it in ${known.type === 'GRID' ? 'setGridVariables' : 'setScalarVariables'}`
  const where = declared === undefined ? 'the project' : `"${child.name}"`
  return { rule: 'wrong-variable-type', what: `which is ${known.type} in ${where}`, hint }
}
