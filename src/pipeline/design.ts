import type { ParameterValue } from './model.ts'
import { isMapping, textOrJson } from './parse-shapes.ts'
import type { YamlMapping } from './parse-yaml.ts'

export interface Position {
  readonly x: number
  readonly y: number
}

export interface Note {
  /** Its name in the file, or its number in a list. */
  readonly key: string
  /** Markdown. */
  readonly text: string
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly theme?: string
}

/** Components that are drawn inside one frame. */
export interface DrawnGroup {
  readonly name: string
  /** Names of components; some may be of no component. */
  readonly components: readonly string[]
}

export interface Design {
  /** Places of components, in pixels. Some may be missing, and names may be of no component. */
  readonly positions: ReadonlyMap<string, Position>
  readonly notes: readonly Note[]
  readonly groups: readonly DrawnGroup[]
}

const MAX_NOTES = 1_000
const MAX_GROUPS = 1_000
/** Components farther away cannot be found, and a drawing that includes them shows nothing else. */
const MAX_COORDINATE = 1_000_000

/**
 * The drawing that a pipeline file keeps in `design` (pipelines.md §1): the positions of components, notes
 * and groups. Runs ignore it, so nothing in it is a violation: unreadable parts are left out. `root` is the
 * parsed file, undefined when it is not YAML. Never throws.
 */
export function designOf(root: ParameterValue | undefined): Design {
  const design = isMapping(root) ? root['design'] : undefined
  if (!isMapping(design)) return { positions: new Map(), notes: [], groups: [] }
  const positions = new Map<string, Position>()
  for (const [name, block] of entriesOf(design['components'])) {
    const position = positionOf(block)
    if (position !== undefined) positions.set(name, position)
  }
  const notes = entriesOf(design['notes']).flatMap(([key, block]) => noteOf(key, block))
  const named = isMapping(design['groups']) ? entriesOf(design['groups']) : []
  const groups = named.flatMap(([name, block]) => groupOf(name, block))
  return { positions, notes: notes.slice(0, MAX_NOTES), groups: groups.slice(0, MAX_GROUPS) }
}

/** Of a block of names or of a list: notes are numbered in the files that are known. */
function entriesOf(value: ParameterValue | undefined): readonly (readonly [string, YamlMapping])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, block]) => (isMapping(block) ? [[name, block] as const] : []))
}

function positionOf(block: YamlMapping): Position | undefined {
  const place = isMapping(block['position']) ? block['position'] : block
  const x = numberOf(place['x'])
  const y = numberOf(place['y'])
  return x === undefined || y === undefined ? undefined : { x, y }
}

function noteOf(key: string, block: YamlMapping): readonly Note[] {
  const text = scalarText(block['content'] ?? block['text'])
  const position = positionOf(block)
  const size = isMapping(block['size']) ? block['size'] : block
  const width = numberOf(size['width'])
  const height = numberOf(size['height'])
  const theme = scalarText(block['theme'] ?? block['colour'] ?? block['color'])
  if (text === '' && position === undefined) return []
  return [
    {
      key,
      text,
      ...position,
      ...(width !== undefined && width > 0 && { width }),
      ...(height !== undefined && height > 0 && { height }),
      ...(theme !== '' && { theme }),
    },
  ]
}

/** The groups with those of their components that there are, without groups that have none. */
export const groupsOf = ({ groups }: Design, exists: (component: string) => boolean): readonly DrawnGroup[] =>
  groups.flatMap(({ name, components }) => {
    const members = components.filter(exists)
    return members.length === 0 ? [] : [{ name, components: members }]
  })

function groupOf(name: string, { components }: YamlMapping): readonly DrawnGroup[] {
  if (!Array.isArray(components)) return []
  const names = [...new Set(components.map(scalarText))].filter((one) => one !== '')
  return names.length === 0 ? [] : [{ name, components: names }]
}

/**
 * A block where a text is expected is left out: as JSON it would be unreadable, and aliases can make it
 * endless.
 */
const scalarText = (value: ParameterValue | undefined) => (typeof value === 'object' ? '' : textOrJson(value))

/** Files quote nearly every scalar, numbers too. */
function numberOf(value: ParameterValue | undefined): number | undefined {
  if (typeof value === 'string' ? value.trim() === '' : typeof value !== 'number') return undefined
  const number = Number(value)
  return Math.abs(number) <= MAX_COORDINATE ? number : undefined
}
