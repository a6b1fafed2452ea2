import { UNKNOWN_VALUE } from '../../lib/unknown-value.ts'
import { ExpressionError } from '../../pipeline/expressions/expression-error.ts'
import { parseTemplate } from '../../pipeline/expressions/template.ts'
import type { Component, Parameters, ParameterValue, Pipeline } from '../../pipeline/model.ts'
import { componentCatalog } from '../catalog.ts'

/** Values by the names in `${…}`: those of variables, and of `sysvar.environment.name` and the like. */
export type KnownValues = ReadonlyMap<string, string>

/**
 * The values that variables have in a pipeline whenever it runs, unless the caller gives others: those of the
 * project and the pipeline's defaults, without the ones that are empty and the ones that a pipeline of the
 * version sets.
 */
export function valuesIn(pipeline: Pipeline, project: KnownValues, set: ReadonlySet<string>): KnownValues {
  const values = new Map(project)
  for (const { name, defaultValue } of pipeline.variables.values())
    values.set(name, typeof defaultValue === 'object' ? '' : String(defaultValue))
  for (const [name, value] of values) if (value === '' || set.has(name)) values.delete(name)
  return values
}

/** Names of variables that components of these pipelines set, or hand to pipelines that they call. */
export function variablesSet(pipelines: readonly Pipeline[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { components } of pipelines)
    for (const component of components.values()) for (const name of namesSetBy(component)) names.add(name)
  return names
}

/** How scripts set them. */
const settingCall = /\bupdate(?:Grid)?Variable\s*\(\s*["']([\w-]+)["']/g

function* namesSetBy(component: Component): Generator<string> {
  // Of parameters that name variables, some only read them: those are taken for set, which is the careful
  // side.
  for (const { name } of componentCatalog.namedVariables?.(component) ?? []) yield name
  for (const [name] of component.postProcessing?.updateScalarVariables ?? []) yield name
  yield* firstCells(component.parameters['setScalarVariables'])
  for (const value of Object.values(component.parameters))
    if (typeof value === 'string') for (const [, name] of value.matchAll(settingCall)) yield name!
}

/** What a caller gives values to in the pipeline that it runs: rows of variable and value. */
function* firstCells(rows: ParameterValue | undefined): Generator<string> {
  if (!Array.isArray(rows)) return
  for (const row of rows as readonly ParameterValue[])
    if (Array.isArray(row) && typeof row[0] === 'string') yield row[0]
}

/** A text with its `${…}` replaced; what is known only while the pipeline runs becomes `UNKNOWN_VALUE`. */
export function resolved(text: string, values: KnownValues): string {
  if (!text.includes('${')) return text
  try {
    return parseTemplate(text)
      .map((part) => (part.kind === 'text' ? part.text : (values.get(part.expression) ?? UNKNOWN_VALUE)))
      .join('')
  } catch (error) {
    if (error instanceof ExpressionError) return UNKNOWN_VALUE
    throw error
  }
}

/** The same of all texts in parameters but the top ones named in `verbatim`. */
export const resolvedIn = (
  parameters: Parameters,
  verbatim: readonly string[],
  values: KnownValues,
): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [
      key,
      verbatim.includes(key) ? value : resolvedValue(value, values),
    ]),
  )

function resolvedValue(value: ParameterValue, values: KnownValues): ParameterValue {
  if (typeof value === 'string') return resolved(value, values)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((one: ParameterValue) => resolvedValue(one, values))
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolvedValue(one, values)]))
}
