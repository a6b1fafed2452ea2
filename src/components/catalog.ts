import { closestNames } from '../lib/closest-names.ts'
import type { ComponentCatalog } from '../pipeline/catalog.ts'
import { namedVariables } from '../pipeline/parameters/named-variables.ts'
import { readParameters } from '../pipeline/parameters/read-parameters.ts'
import { unknownParameters } from '../pipeline/parameters/unknown-parameters.ts'
import { refusalsOf } from '../warehouses/refusals.ts'
import { gateFaults } from './common/gates/gate-faults.ts'
import type { ComponentProperties } from './component.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'
import { elsewhereComponents } from './elsewhere/components.ts'
import { replacementOf, runsElsewhere } from './replacements.ts'

const byType: ReadonlyMap<string, ComponentProperties> = new Map(
  [
    ...orchestrationDeclarations,
    ...transformationDeclarations,
    ...elsewhereComponents.map(({ declaration }) => declaration),
  ].flatMap((one) => one.types.map((type) => [type, one] as const)),
)

const transformations: ReadonlySet<ComponentProperties> = new Set([
  ...transformationDeclarations,
  ...elsewhereComponents.flatMap(({ kind, declaration }) => (kind === 'transformation' ? [declaration] : [])),
])

/** The declaration of a type as files write it, current or older spelling; undefined when it is not known. */
export const findDeclaration = (type: string): ComponentProperties | undefined => byType.get(type)

/** What validation asks; parameter faults are those of the schema first, then those of the component. */
export const componentCatalog: ComponentCatalog = {
  parameterFaults: (component, facts) => {
    const declaration = byType.get(component.type)
    if (declaration === undefined) return undefined
    const { parameters, faults } = readParameters(declaration.properties, component.parameters)
    const others = declaration.validate?.(parameters, facts) ?? []
    return [...faults, ...others.map((message) => ({ message })), ...gateFaults(parameters)]
  },
  refusals: ({ type, parameters: given }, warehouse) => {
    const declaration = byType.get(type)
    if (declaration?.needs === undefined) return []
    const { parameters } = readParameters(declaration.properties, given)
    const known = refusalsOf(warehouse)
    return [...new Set(declaration.needs(parameters).flatMap((need) => known[need] ?? []))]
  },
  scriptsTransactions: ({ type, parameters: given }) => {
    const declaration = byType.get(type)
    if (declaration?.needs === undefined) return false
    return declaration
      .needs(readParameters(declaration.properties, given).parameters)
      .includes('scriptTransactions')
  },
  unknownParameters: ({ type, parameters }) => {
    const declaration = byType.get(type)
    if (declaration === undefined) return []
    return unknownParameters(declaration.properties, parameters).map((one) => {
      const advice = declaration.withoutEffect?.[one.key]
      return advice === undefined ? one : { ...one, advice }
    })
  },
  similarTypes: (type) => closestNames(type, byType.keys()),
  replacementOf,
  runsElsewhere,
  links: (type) => {
    const declaration = byType.get(type)
    return declaration && (declaration.links ?? { incoming: 'one', outgoing: 'many' })
  },
  kind: (type) => {
    const declaration = byType.get(type)
    if (declaration === undefined) return undefined
    return transformations.has(declaration) ? 'transformation' : 'orchestration'
  },
  title: (type) => byType.get(type)?.title,
  hasEffects: (type) => {
    const declaration = byType.get(type)
    return declaration && declaration.effects === 'outside'
  },
  namedVariables: ({ type, parameters }) => {
    const declaration = byType.get(type)
    return declaration === undefined ? [] : namedVariables(declaration.properties, parameters)
  },
}
