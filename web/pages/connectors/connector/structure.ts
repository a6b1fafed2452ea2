import type { StructureField } from '../wire.ts'

/** A place of a response with the places in it. */
export interface StructureNode extends StructureField {
  /** The last step of the path, as people read it. */
  readonly label: string
  readonly children: readonly StructureNode[]
}

const step = /\.[^.[\]'"*]+|\[\d+\]|\[\*\]|\['(?:[^'\\]|\\.)*'\]|\["(?:[^"\\]|\\.)*"\]/g

/** The places that lead to `path`, from the outermost: `$`, `$.data`, `$.data.items`, `$.data.items[*]`. */
export function waysTo(path: string): string[] {
  const ways = ['$']
  for (const [text] of path.matchAll(step)) ways.push(`${ways.at(-1)}${text}`)
  return ways
}

function labelOf(path: string): string {
  const last = [...path.matchAll(step)].at(-1)?.[0]
  if (last === undefined) return 'Response'
  if (last === '[*]') return 'each element'
  return last.startsWith('.') ? last.slice(1) : last.replace(/^\[['"]?/, '').replace(/['"]?\]$/, '')
}

/** The structure as a tree. Places that are not said but lead to others are objects or lists. */
export function treeOf(structure: readonly StructureField[]): readonly StructureNode[] {
  const types = new Map<string, StructureField['type']>(structure.map(({ path, type }) => [path, type]))
  const children = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const { path } of structure) {
    for (const [index, way] of waysTo(path).entries()) {
      if (seen.has(way)) continue
      seen.add(way)
      const parent = index === 0 ? '' : waysTo(path)[index - 1]!
      children.set(parent, [...(children.get(parent) ?? []), way])
    }
  }
  const nodesBelow = (parent: string): StructureNode[] =>
    (children.get(parent) ?? []).map((path) => ({
      path,
      label: labelOf(path),
      type: types.get(path) ?? (children.get(path)?.some((one) => one.endsWith('[*]')) ? 'ARRAY' : 'OBJECT'),
      children: nodesBelow(path),
    }))
  return nodesBelow('')
}

/** Lists that a repeating element can be, the outermost first. */
export const listsOf = (structure: readonly StructureField[]): string[] =>
  structure.filter(({ type }) => type === 'ARRAY').map(({ path }) => path)

/** The structure with another type at `path`. */
export const withType = (
  structure: readonly StructureField[],
  path: string,
  type: StructureField['type'],
): StructureField[] =>
  structure.some((field) => field.path === path)
    ? structure.map((field) => (field.path === path ? { path, type } : field))
    : [...structure, { path, type }]

/** The structure without `path` and everything in it. */
export const without = (structure: readonly StructureField[], path: string): StructureField[] =>
  structure.filter((field) => !waysTo(field.path).includes(path))

/**
 * The structure with a place below `parent`, which stands behind the others there: `[*]` for the elements of a list,
 * otherwise a member of that name.
 */
export function withField(
  structure: readonly StructureField[],
  parent: string,
  name: string,
  type: StructureField['type'],
): StructureField[] {
  const path = `${parent}${name === '[*]' ? name : memberStep(name)}`
  if (structure.some((field) => field.path === path)) return withType(structure, path, type)
  const inside = structure.findLastIndex((field) => waysTo(field.path).includes(parent))
  return structure.toSpliced(inside + 1, 0, { path, type })
}

const memberStep = (name: string): string =>
  /^[^.[\]'"*\s\\]+$/.test(name) ? `.${name}` : `['${name.replaceAll(/[\\']/g, '\\$&')}']`
