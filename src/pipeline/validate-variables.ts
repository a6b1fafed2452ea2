import { closestNames } from '../lib/closest-names.ts'
import type { ComponentCatalog, NamedVariable } from './catalog.ts'
import type { Component, ParameterPath, ParameterValue, Pipeline, VariableDeclaration } from './model.ts'
import { type FaultList, isList, isMapping, namesOf, textOrJson } from './parse-shapes.ts'

/** The variables of the project by name, where they are known. */
export type ProjectVariables = ReadonlyMap<string, Pick<VariableDeclaration, 'type' | 'columns'>>

/**
 * Names in plain `${name}`, in `fromGrid`, in parameters that hold names of variables and in post-processing
 * that the pipeline does not declare, or declares as another type. They may be variables of the project,
 * which no file lists, and only that component fails, so these are warnings. With `ofProject` they are looked
 * for there too.
 */
export function checkVariables(
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  ofProject: ProjectVariables | undefined,
  faults: FaultList,
): void {
  const known = { ofPipeline: pipeline.variables, ofProject }
  for (const component of pipeline.components.values()) {
    const used = [...usedVariables(component), ...(catalog.namedVariables?.(component) ?? [])]
    const reported = new Set<string>()
    for (const { name, kind } of used) {
      if (reported.has(name)) continue
      const fault = faultOf(known, component, name, kind)
      if (fault === undefined) continue
      reported.add(name)
      faults.warning(component.line, fault.rule, fault.message, {
        component: component.name,
        paths: used
          .filter((one) => one.name === name && faultOf(known, component, name, one.kind) !== undefined)
          .flatMap(({ path }) => (path === undefined ? [] : [path])),
        hint: fault.hint,
        ...('variable' in fault && { variable: fault.variable }),
      })
    }
    for (const message of columnFaults(known, component)) {
      const hint = 'Name columns of the grid, in the order in which the parameter takes them'
      faults.warning(component.line, 'unknown-grid-column', message, { component: component.name, hint })
    }
  }
}

interface KnownVariables {
  readonly ofPipeline: ReadonlyMap<string, VariableDeclaration>
  readonly ofProject: ProjectVariables | undefined
}

const find = ({ ofPipeline, ofProject }: KnownVariables, name: string) =>
  ofPipeline.get(name) ?? ofProject?.get(name)

function faultOf(known: KnownVariables, component: Component, name: string, kind: NamedVariable['kind']) {
  const declared = find(known, name)
  if (declared === undefined) return undefinedVariable(known, component, name)
  const isGrid = declared.type === 'GRID'
  if (kind === 'any' || isGrid === (kind === 'grid')) return undefined
  const wanted = kind === 'grid' ? 'a grid' : 'a text or number variable'
  const message = `"${component.name}" needs ${wanted}, but "${name}" is ${isGrid ? 'a grid' : declared.type}`
  return { rule: 'wrong-variable-type', message, hint: `Name ${wanted}` }
}

function undefinedVariable({ ofPipeline, ofProject }: KnownVariables, component: Component, name: string) {
  const rule = 'undefined-variable'
  const uses = `"${component.name}" uses the variable "${name}", which`
  if (ofProject === undefined) {
    const hint = 'Correct the name, declare it in this pipeline, or make sure that the project has it'
    return { rule, message: `${uses} is not declared here`, hint, variable: name }
  }
  const [similar] = closestNames(name, [...ofPipeline.keys(), ...ofProject.keys()])
  const meant = similar === undefined ? '' : `Did you mean "${similar}"? `
  const hint = `${meant}Correct the name, or declare it in this pipeline or in the project`
  return { rule, message: `${uses} neither this pipeline nor the project has`, hint, variable: name }
}

function* usedVariables(component: Component): Generator<NamedVariable> {
  for (const [key, value] of Object.entries(component.parameters)) {
    // In a script `${name}` is the script's own: variables reach it in other ways (pipelines.md §4).
    if (key === 'script' || key === 'script1') continue
    yield* plainNames(value, [key])
    for (const { variable } of gridReferences(value)) yield { name: variable, kind: 'grid', path: [key] }
  }
  const { updateScalarVariables: rows = [], updateGridVariables = [] } = component.postProcessing ?? {}
  yield* plainNames(component.postProcessing?.updateOutputMessage ?? '')
  for (const [variable, expression] of rows) {
    if (/^\w+$/.test(variable)) yield { name: variable, kind: 'scalar' }
    yield* plainNames(expression)
  }
  for (const { variable, values } of updateGridVariables) {
    if (/^\w+$/.test(variable)) yield { name: variable, kind: 'grid' }
    yield* plainNames(values)
    for (const reference of gridReferences(values)) yield { name: reference.variable, kind: 'grid' }
  }
}

/** `path`: of the value, when it is a parameter. */
function* plainNames(value: ParameterValue, path?: ParameterPath): Generator<NamedVariable> {
  const inside = (key: string | number): ParameterPath | undefined => path && [...path, key]
  if (typeof value === 'string') {
    for (const match of value.matchAll(/\$\{\s*([A-Za-z_]\w*)\s*\}/g))
      yield { name: match[1]!, kind: 'any', path }
  } else if (isList(value)) {
    for (const [at, item] of value.entries()) yield* plainNames(item, inside(at))
  } else if (isMapping(value)) {
    for (const [key, item] of Object.entries(value)) yield* plainNames(item, inside(key))
  }
}

interface GridReference {
  readonly variable: string
  readonly columns: readonly string[]
}

/** Every `fromGrid` whose name is not an expression. */
function* gridReferences(value: ParameterValue): Generator<GridReference> {
  if (isList(value)) {
    for (const item of value) yield* gridReferences(item)
  } else if (isMapping(value)) {
    for (const [key, item] of Object.entries(value)) {
      if (key !== 'fromGrid' || !isMapping(item)) yield* gridReferences(item)
      else if (/^\w+$/.test(textOrJson(item['variable']))) {
        yield { variable: textOrJson(item['variable']), columns: namesOf(item['columns']) }
      }
    }
  }
}

/** Columns that a `fromGrid` names and its grid does not have. */
function* columnFaults(known: KnownVariables, component: Component): Generator<string> {
  const updates = (component.postProcessing?.updateGridVariables ?? []).map(({ values }) => values)
  for (const { variable, columns } of gridReferences([...Object.values(component.parameters), ...updates])) {
    const grid = find(known, variable)
    if (grid?.type !== 'GRID') continue
    for (const column of columns) {
      if (column.includes('${') || grid.columns.includes(column)) continue
      const columns = grid.columns.join(', ')
      yield `"${component.name}" uses the column "${column}" of the grid "${variable}", which has ${columns}`
    }
  }
}
