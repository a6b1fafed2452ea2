import { type ComponentCatalog, isFlowType } from './catalog.ts'
import type { Component, Pipeline } from './model.ts'
import type { FaultList } from './parse-shapes.ts'

/** Types the catalog does not know, and what it finds wrong with the parameters of those it knows. */
export function checkComponents(
  pipeline: Pipeline,
  catalog: ComponentCatalog,
  facts: { readonly warehouse?: string | undefined },
  faults: FaultList,
): void {
  for (const component of pipeline.components.values()) {
    const { name, type, line } = component
    if (type === '') continue // said already when the file was read
    const found = catalog.parameterFaults(component, facts)
    if (found === undefined && !isFlowType(type)) {
      const hint = `${adviceOn(type, catalog)}The pipeline can run, but this component fails; replace it or correct its type`
      const message = `"${name}" is of type "${type}", which is not known here`
      faults.warning(line, 'unknown-component-type', message, { component: name, hint })
    }
    if (catalog.runsElsewhere?.(type)) {
      const hint = `${adviceOn(type, catalog)}The pipeline can run, but this component fails`
      const message = `"${name}" is of type "${type}", which only another platform can run`
      faults.warning(line, 'component-runs-elsewhere', message, { component: name, hint })
    }
    const { warehouse } = facts
    for (const refusal of warehouse === undefined ? [] : (catalog.refusals?.(component, warehouse) ?? [])) {
      const hint = `The pipeline can run, but this component fails where the environment's database is ${warehouse}`
      faults.warning(line, 'refused-by-warehouse', `"${name}": ${refusal}`, { component: name, hint })
    }
    const kind = catalog.kind?.(type)
    if (kind !== undefined && kind !== pipeline.kind) {
      const message = `"${name}" (${type}) belongs in ${kind}s; in this ${pipeline.kind} it fails`
      const hint = `Move it into ${kind === 'orchestration' ? 'an orchestration' : 'a transformation'}, or replace it`
      faults.warning(line, 'misplaced-component', message, { component: name, hint })
    }
    for (const { key, similar, advice } of catalog.unknownParameters?.(component) ?? []) {
      const message = `"${name}": "${key}" is not a parameter of "${type}" and has no effect`
      const meant = similar === undefined ? 'Remove it, or correct its name' : `Did you mean "${similar}"?`
      const hint = advice ?? meant
      const details = { component: name, hint, paths: [[key]] as const }
      faults.warning(lineOf(component, key), 'unknown-parameter', message, details)
    }
    for (const { message, path } of found ?? []) {
      const at = lineOf(component, path?.[0] ?? named(component, message))
      const paths = path && [path]
      faults.error(at, 'invalid-parameter', `"${name}": ${message}`, { component: name, paths })
    }
  }
}

function adviceOn(type: string, catalog: ComponentCatalog): string {
  const replacement = catalog.replacementOf?.(type)
  if (replacement !== undefined) return `${replacement}. `
  const [similar] = catalog.similarTypes?.(type) ?? []
  return similar === undefined ? '' : `Did you mean "${similar}"? `
}

const lineOf = ({ line, parameterLines }: Component, key: string | undefined): number =>
  (key === undefined ? undefined : parameterLines?.[key]) ?? line

/**
 * The parameter that a sentence about the component names in quotes; undefined when it names none that is
 * there.
 */
const named = ({ parameters }: Component, message: string): string | undefined =>
  Array.from(message.matchAll(/"(\w+)"/g), ([, key = '']) => key).find((key) =>
    Object.hasOwn(parameters, key),
  )
