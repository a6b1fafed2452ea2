import type { operations } from '../../../../openapi/types.generated.ts'
import type { ComponentCatalog, LinkRule } from '../../../../src/pipeline/catalog.ts'
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

/** The components that a kind of pipeline may have and whose name, title or summary has every word that is searched. */
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
  const byGroup = Map.groupBy(all.filter(isMeant), groupOf)
  const names = [...groups.map(([name]) => name), 'Transform', 'Other']
  return names.flatMap((name) => {
    const types = byGroup.get(name)?.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b)))
    return types === undefined ? [] : [{ name, types }]
  })
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

/** What validation asks about components, as far as the catalogue of the server says. */
export function catalogOf(all: readonly ComponentType[]): ComponentCatalog {
  const entries = new Map(all.flatMap((one) => [one.type, ...one.otherTypes].map((type) => [type, one])))
  return {
    parameterFaults(component) {
      const entry = entries.get(component.type)
      if (entry === undefined) return undefined
      return requiredOf(entry)
        .filter((name) => isEmpty(component.parameters[name]))
        .map((name) => `"${name}" is required`)
    },
    links(type): LinkRule | undefined {
      const entry = entries.get(type)
      return entry && ({ incoming: entry.incomingLinks, outgoing: entry.outgoingLinks } as LinkRule)
    },
    kind: (type) => entries.get(type)?.pipelineType,
  }
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

function requiredOf({ parameters }: ComponentType): readonly string[] {
  const { required } = parameters as { required?: unknown }
  return Array.isArray(required) ? required.filter((name) => name !== 'componentName').map(String) : []
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
