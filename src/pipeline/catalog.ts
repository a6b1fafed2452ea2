import type { Component, ParameterPath, PipelineKind } from './model.ts'

/** How many links a component may have on each side. `one`: exactly one. */
export interface LinkRule {
  readonly incoming: 'none' | 'one' | 'many'
  readonly outgoing: 'none' | 'many'
}

/** What is wrong with the parameters of a component. */
export interface ParameterFault {
  /** One sentence. */
  readonly message: string
  /** The parameter that it is about; undefined: several of them, or that is not known. */
  readonly path?: ParameterPath | undefined
}

/** What validation asks about component types; src/components/catalog.ts implements it. */
export interface ComponentCatalog {
  /**
   * Faults of the parameters; undefined when no component of this type is known. `running`: the
   * parameters are resolved and the component is about to run, which then checks the rest itself.
   */
  parameterFaults(
    component: Component,
    facts: { readonly warehouse?: string | undefined; readonly running?: boolean | undefined },
  ): readonly ParameterFault[] | undefined
  /**
   * Parameters that a component of this type does not have, with the one each may have been meant as, or what
   * to do instead.
   */
  unknownParameters?(
    component: Component,
  ): readonly { readonly key: string; readonly similar: string | undefined; readonly advice?: string }[]
  /** Known types that a misspelt one may have been meant as. */
  similarTypes?(type: string): readonly string[]
  /**
   * What does here the work of a component that other platforms have, in a sentence; undefined when that is
   * not known.
   */
  replacementOf?(type: string): string | undefined
  /** Whether a type is known, but only other platforms can run components of it. */
  runsElsewhere?(type: string): boolean
  /**
   * Why databases of a kind do not do what the component asks of them, in sentences that say what to do
   * instead.
   */
  refusals?(component: Component, warehouse: string): readonly string[]
  /** Whether the SQL of a component begins or ends a transaction by itself. */
  scriptsTransactions?(component: Component): boolean
  /** How many links a component of this type may have; undefined when the type is not known. */
  links(type: string): LinkRule | undefined
  /** The kind of pipeline a type belongs to; undefined when the type is not known. */
  kind?(type: string): PipelineKind | undefined
  /** What people call components of a type; undefined when the type is not known. */
  title?(type: string): string | undefined
  /** Whether components of a type do more than decide and count; undefined when the type is not known. */
  hasEffects?(type: string): boolean | undefined
  /** Variables that parameters name without `${…}`. Expressions, and what is no name, are left out. */
  namedVariables?(component: Component): readonly NamedVariable[]
}

export interface NamedVariable {
  readonly name: string
  readonly kind: 'scalar' | 'grid' | 'any'
  /** The parameter that names it; undefined for post-processing. */
  readonly path?: ParameterPath | undefined
}

/** Components that run one other component, several times (pipelines.md §2.6 and §2.7). */
export const wrappingTypes: ReadonlySet<string> = new Set([
  'retry',
  'fixed-iterator',
  'loop-iterator',
  'grid-iterator',
  'table-iterator',
  'file-iterator',
])

const flowTypes: ReadonlySet<string> = new Set([
  ...wrappingTypes,
  ...['start', 'and', 'or', 'if', 'end-success', 'end-failure'],
  ...['run-orchestration', 'run-transformation', 'run-shared-pipeline'],
])

/** Types the language itself knows (pipelines.md §2), whether or not a catalog lists them. */
export const isFlowType = (type: string): boolean => flowTypes.has(type)

/** Components that exist for the flow alone; their links are part of the language, not of a catalog. */
const flowLinks: ReadonlyMap<string, LinkRule> = new Map([
  ['start', { incoming: 'none', outgoing: 'many' }],
  ['and', { incoming: 'many', outgoing: 'many' }],
  ['or', { incoming: 'many', outgoing: 'many' }],
  ['end-success', { incoming: 'one', outgoing: 'none' }],
  ['end-failure', { incoming: 'one', outgoing: 'none' }],
])

/**
 * The links a component may have. In an orchestration only `and` and `or` join (pipelines.md §2.1),
 * whatever the type; in a transformation the catalog decides, and an unknown type may have any.
 */
export function linkRule(catalog: ComponentCatalog, kind: PipelineKind, type: string): LinkRule {
  const ofFlow = kind === 'orchestration' ? flowLinks.get(type) : undefined
  return (
    ofFlow ?? catalog.links(type) ?? { incoming: kind === 'orchestration' ? 'one' : 'many', outgoing: 'many' }
  )
}
