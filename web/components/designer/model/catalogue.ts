import type { operations } from '../../../../openapi/types.generated.ts'
import type { ComponentCatalog, LinkRule, ParameterFault } from '../../../../src/pipeline/catalog.ts'
import type { Component, Parameters } from '../../../../src/pipeline/model.ts'
import { namedVariables } from '../../../../src/pipeline/parameters/named-variables.ts'
import { type PropertySchema, readParameters } from '../../../../src/pipeline/parameters/read-parameters.ts'
import { unknownParameters } from '../../../../src/pipeline/parameters/unknown-parameters.ts'
import { lookOfType } from '../../pipeline-graph/component-types.ts'

export type ComponentType =
  operations['listComponentTypes']['responses'][200]['content']['application/json']['componentTypes'][number]

/** What the palette groups by, in its order. */
const groups: readonly (readonly [string, RegExp])[] = [
  ['Flow', /^(start|and|or|if|retry|end-.*|.*-iterator|run-.*)$/],
  ['Variables', /scalar|grid|variables/],
  ['Scripts', /script|sql|dbt|notebook/],
  ['Load', /load|extract|transfer|query$|webhook-get/],
  ['Unload', /unload/],
  ['Tables', /table|view|flow$|sequence/],
  ['Messages', /webhook|email|message|slack|teams|prompt/],
]

export interface PaletteGroup {
  readonly name: string
  readonly types: readonly ComponentType[]
}

/**
 * The components that a kind of pipeline may have and whose name, title or summary has every word that is
 * searched. The first of the first group is the best match; without a search the groups and titles are in
 * their usual order.
 */
export function paletteOf(
  all: readonly ComponentType[],
  kind: ComponentType['pipelineType'],
  search: string,
): readonly PaletteGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = (one: ComponentType) => {
    const text = `${one.type} ${titleOf(one)} ${one.summary}`.toLowerCase()
    return one.pipelineType === kind && words.every((word) => text.includes(word))
  }
  const rank = (one: ComponentType) => titleRank(titleOf(one).toLowerCase(), words)
  const byGroup = Map.groupBy(all.filter(isMeant), groupOf)
  const names = [...groups.map(([name]) => name), 'Transform', 'Other']
  const found = names.flatMap((name) => {
    const types = byGroup
      .get(name)
      ?.toSorted((a, b) => rank(a) - rank(b) || titleOf(a).localeCompare(titleOf(b)))
    return types === undefined ? [] : [{ name, types }]
  })
  return found.toSorted((a, b) => rank(a.types[0]!) - rank(b.types[0]!))
}

/**
 * How well a title matches, 0 best: it is what is searched, begins with it, has words that begin like it,
 * anything else.
 */
function titleRank(title: string, words: readonly string[]): number {
  const wanted = words.join(' ')
  if (title === wanted) return 0
  if (title.startsWith(wanted)) return 1
  const titleWords = title.split(/[\s/]+/)
  return words.every((word) => titleWords.some((one) => one.startsWith(word))) ? 2 : 3
}

function groupOf({ type, pipelineType }: ComponentType): string {
  const isUnload = type.includes('unload')
  const found = isUnload ? 'Unload' : groups.find(([, pattern]) => pattern.test(type))?.[0]
  return found ?? (pipelineType === 'transformation' ? 'Transform' : 'Other')
}

export const titleOf = ({ type, title }: ComponentType): string => title || lookOfType(type).title

/** The entry of a type, also by an older spelling of it. */
export const entryOf = (all: readonly ComponentType[], type: string): ComponentType | undefined =>
  all.find((one) => one.type === type) ?? all.find(({ otherTypes }) => otherTypes.includes(type))

/** Keywords as the language has them, for what the catalogue writes in the way of JSON Schema. */
const keywords: Readonly<Record<string, string>> = {
  enum: 'choices',
  'x-columns': 'columns',
  'x-names': 'names',
}
const read = new WeakMap<ComponentType, object>()

/** The properties of a component as the language reads parameters by them. */
export function propertiesOf(entry: ComponentType): object {
  const known = read.get(entry) ?? inLanguage(entry.parameters)
  read.set(entry, known)
  return known
}

const inLanguage = (schema: object): object =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const name = keywords[keyword] ?? keyword
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [name, value]
      return [name, keyword === 'properties' ? membersOf(value) : inLanguage(value)]
    }),
  )

const membersOf = (properties: object) =>
  Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inLanguage(one)]))

/**
 * What validation asks about components, by the catalogue of the server: the language's own checks of
 * parameters. What only the code of a component can say, the server says once the file is committed.
 */
export function catalogOf(all: readonly ComponentType[]): ComponentCatalog {
  const entries = new Map(all.flatMap((one) => [one.type, ...one.otherTypes].map((type) => [type, one])))
  /** By parameters: those of a component that is not edited stay the same object. */
  const known = new WeakMap<Parameters, Checked>()
  function checked({ type, parameters }: Component): Checked | undefined {
    const entry = entries.get(type)
    if (entry === undefined) return undefined
    const before = known.get(parameters)
    if (before?.entry === entry) return before
    const now = checkedBy(entry, parameters)
    known.set(parameters, now)
    return now
  }
  return {
    parameterFaults: (component) => checked(component)?.faults,
    unknownParameters: (component) => checked(component)?.unknown ?? [],
    refusals({ type }, warehouse) {
      const refusal = entries.get(type)?.refusedBy[warehouse]
      return refusal === undefined ? [] : [refusal]
    },
    namedVariables: (component) => checked(component)?.named ?? [],
    links(type): LinkRule | undefined {
      const entry = entries.get(type)
      return entry && ({ incoming: entry.incomingLinks, outgoing: entry.outgoingLinks } as LinkRule)
    },
    kind: (type) => entries.get(type)?.pipelineType,
  }
}

/** What the language's checks say of the parameters of a component. */
interface Checked {
  readonly entry: ComponentType
  readonly faults: readonly ParameterFault[]
  readonly unknown: ReturnType<typeof unknownParameters>
  readonly named: ReturnType<typeof namedVariables>
}

function checkedBy(entry: ComponentType, parameters: Parameters): Checked {
  const properties = propertiesOf(entry)
  const { faults } = readParameters(properties, parameters)
  return {
    entry,
    faults: [...faults, ...emptyOnes(entry, parameters)],
    unknown: unknownParameters(properties, parameters),
    named: namedVariables(properties, parameters),
  }
}

/** A required text that is there and empty, as a form leaves it. */
function emptyOnes({ parameters }: ComponentType, given: Parameters): readonly ParameterFault[] {
  const { required = [], properties = {} } = parameters as PropertySchema
  return required
    .filter((name) => name !== 'componentName' && given[name] === '')
    .map((name) => ({ message: `${properties[name]?.title ?? name} ("${name}") is empty`, path: [name] }))
}

/** What a new component states: the defaults of the catalogue. */
export function defaultsOf({ parameters }: ComponentType): Readonly<Record<string, string>> {
  const { properties = {} } = parameters as { properties?: Record<string, { default?: unknown }> }
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, { default: value }]) =>
      typeof value === 'string' && value !== '' && name !== 'componentName' ? [[name, value]] : [],
    ),
  )
}
