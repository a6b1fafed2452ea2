import type { TSchema } from 'typebox'
import type { LinkRule } from '../pipeline/catalog.ts'
import type { PipelineKind } from '../pipeline/model.ts'
import { type Refusals, refusals } from '../warehouses/refusals.ts'
import type { ComponentProperties } from './component.ts'
import { orchestrationDeclarations, transformationDeclarations } from './declarations.generated.ts'

/** A component as an editor offers it. */
export interface ComponentEntry {
  readonly type: string
  /** Older spellings, which files may have. */
  readonly otherTypes: string[]
  readonly pipelineType: PipelineKind
  readonly title: string
  readonly summary: string
  readonly incomingLinks: LinkRule['incoming']
  readonly outgoingLinks: LinkRule['outgoing']
  /** Parameters whose `${…}` is not replaced before the run. */
  readonly verbatim: string[]
  /** Why databases of a kind refuse it, whatever its parameters; by the kind of warehouse. */
  readonly refusedBy: Record<string, string>
  /** JSON Schema of the parameters, for forms: as an editor writes them, not all that files may have. */
  readonly parameters: Record<string, unknown>
}

/** Every component with its properties, by kind and type: what forms are drawn of. */
export const componentCatalogue = (): ComponentEntry[] => [
  ...entriesOf('orchestration', orchestrationDeclarations),
  ...entriesOf('transformation', transformationDeclarations),
]

const entriesOf = (kind: PipelineKind, declarations: readonly ComponentProperties[]): ComponentEntry[] =>
  declarations.map((one) => entryOf(kind, one)).sort((a, b) => (a.type < b.type ? -1 : 1))

function entryOf(pipelineType: PipelineKind, declaration: ComponentProperties): ComponentEntry {
  const { types, title, summary, verbatim = [], properties } = declaration
  const [type, ...otherTypes] = types
  const { incoming, outgoing } = declaration.links ?? { incoming: 'one', outgoing: 'many' }
  return {
    type,
    otherTypes,
    pipelineType,
    title,
    summary,
    incomingLinks: incoming,
    outgoingLinks: outgoing,
    verbatim: [...verbatim],
    refusedBy: refusedBy(declaration),
    parameters: formSchema(properties) as Record<string, unknown>,
  }
}

function refusedBy({ needs }: ComponentProperties): Record<string, string> {
  const always = needs?.({}) ?? []
  const found = Object.entries<Refusals>(refusals).flatMap(([kind, known]) => {
    const refusal = always.map((need) => known[need]).find((one) => one !== undefined)
    return refusal === undefined ? [] : [[kind, refusal] as const]
  })
  return Object.fromEntries(found)
}

/** Keywords of our own under the names that JSON Schema has for them, or that it leaves to others. */
const renamed: Readonly<Record<string, string>> = {
  choices: 'enum',
  columns: 'x-columns',
  editor: 'x-editor',
  names: 'x-names',
  older: 'x-older',
  when: 'x-when',
}

function formSchema(schema: TSchema | object): object {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      renamed[keyword] ?? keyword,
      keyword === 'properties' ? membersOf(value as object) : isSchema(value) ? formSchema(value) : value,
    ]),
  )
}

/** Names of parameters are no keywords. */
const membersOf = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, formSchema(schema as object)]))

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
