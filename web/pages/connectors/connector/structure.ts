import type { StructureField } from '../wire.ts'

/** A path of a response, with the paths below it. */
export interface StructureNode extends StructureField {
  /** The last step of the path, as the tree shows it. */
  readonly label: string
  readonly children: readonly StructureNode[]
}

const step = /\.[^.[\]'"*]+|\[\d+\]|\[\*\]|\['(?:[^'\\]|\\.)*'\]|\["(?:[^"\\]|\\.)*"\]/g

/** `path` and the paths above it, from the root: `$`, `$.data`, `$.data.items`, `$.data.items[*]`. */
export function pathsTo(path: string): string[] {
  const paths = ['$']
  for (const [text] of path.matchAll(step)) paths.push(`${paths.at(-1)}${text}`)
  return paths
}

function labelOf(path: string): string {
  const last = [...path.matchAll(step)].at(-1)?.[0]
  if (last === undefined) return 'Response'
  if (last === '[*]') return 'each element'
  return last.startsWith('.') ? last.slice(1) : last.replace(/^\[['"]?/, '').replace(/['"]?\]$/, '')
}

/**
 * The structure as a tree. The API lists paths flat and may leave out those that others imply: `$.rows[*].id`
 * alone also gives `$`, `$.rows` and `$.rows[*]`. Such a path is a list when elements (`[*]`) are below it,
 * otherwise an object.
 */
export function treeOf(structure: readonly StructureField[]): readonly StructureNode[] {
  const types = new Map<string, StructureField['type']>(structure.map(({ path, type }) => [path, type]))
  const children = new Map<string, string[]>()
  const seen = new Set<string>()
  for (const field of structure) {
    let parent = ''
    for (const path of pathsTo(field.path)) {
      if (!seen.has(path)) children.set(parent, [...(children.get(parent) ?? []), path])
      seen.add(path)
      parent = path
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

/** The lists that can be the repeating element, the outermost first. */
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

/** The structure without `path` and everything below it. */
export const without = (structure: readonly StructureField[], path: string): StructureField[] =>
  structure.filter((field) => !pathsTo(field.path).includes(path))

/**
 * The structure with a new path below `parent`, after the others there: `[*]` for the elements of a list,
 * otherwise a member of that name. A path that exists already gets the type instead.
 */
export function withField(
  structure: readonly StructureField[],
  parent: string,
  name: string,
  type: StructureField['type'],
): StructureField[] {
  const path = `${parent}${name === '[*]' ? name : memberStep(name)}`
  if (structure.some((field) => field.path === path)) return withType(structure, path, type)
  const inside = structure.findLastIndex((field) => pathsTo(field.path).includes(parent))
  return structure.toSpliced(inside + 1, 0, { path, type })
}

const memberStep = (name: string): string =>
  /^[^.[\]'"*\s\\]+$/.test(name) ? `.${name}` : `['${name.replaceAll(/[\\']/g, '\\$&')}']`
