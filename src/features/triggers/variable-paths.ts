/** JSON paths of the kind that RFC 9535 calls singular: they name one value. */

const step = /\.([\p{L}_][\p{L}\p{N}_-]*)|\[(\d{1,9})\]|\['([^']*)'\]|\["([^"]*)"\]/uy

/**
 * The members and positions of a path such as `$.order.lines[0]['unit price']`; undefined when it is none.
 */
export function readPath(text: string): readonly string[] | undefined {
  if (!text.startsWith('$')) return undefined
  const steps: string[] = []
  for (let at = 1; at < text.length; ) {
    step.lastIndex = at
    const found = step.exec(text)
    if (found === null) return undefined
    steps.push(found[1] ?? found[2] ?? found[3] ?? found[4] ?? '')
    at = step.lastIndex
  }
  return steps
}

/** What is at a path; undefined when nothing is. */
function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root
  for (const member of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, member)) return undefined
    value = (value as Record<string, unknown>)[member]
  }
  return value
}

export interface VariableValues {
  readonly scalarVariables: Record<string, string | number>
  readonly gridVariables: Record<string, string[][]>
}

/**
 * The values that variables get from what happened. A path that finds nothing, or null, leaves the variable
 * as it is; rows of cells are a grid, and everything else that is not text or a number becomes its JSON text.
 * An empty list is a grid without rows for the variables in `emptyGrids`.
 */
export function valuesFrom(
  root: unknown,
  paths: Readonly<Record<string, string>>,
  emptyGrids: ReadonlySet<string> = new Set(),
): VariableValues {
  const scalarVariables: Record<string, string | number> = {}
  const gridVariables: Record<string, string[][]> = {}
  for (const [name, text] of Object.entries(paths)) {
    const value = valueAt(root, readPath(text) ?? [])
    if (value === undefined || value === null) continue
    if (isRows(value) && (value.length > 0 || emptyGrids.has(name)))
      gridVariables[name] = value.map((row) => row.map(cellText))
    else if (typeof value === 'string' || typeof value === 'number') scalarVariables[name] = value
    else scalarVariables[name] = JSON.stringify(value)
  }
  return { scalarVariables, gridVariables }
}

const isRows = (value: unknown): value is readonly (readonly unknown[])[] =>
  Array.isArray(value) && value.every((row) => Array.isArray(row))

/** The variables whose paths lead to a list with nothing in it. */
export const emptyLists = (root: unknown, paths: Readonly<Record<string, string>>): readonly string[] =>
  Object.entries(paths).flatMap(([name, text]) => {
    const value = valueAt(root, readPath(text) ?? [])
    return Array.isArray(value) && value.length === 0 ? [name] : []
  })

const cellText = (cell: unknown): string =>
  typeof cell === 'string' ? cell : cell === null || cell === undefined ? '' : JSON.stringify(cell)

/** What of a fact the paths of a trigger lead into: the body of an event, or everything that is known. */
export const pathRoot = (facts: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(facts, 'payload') ? facts['payload'] : facts
