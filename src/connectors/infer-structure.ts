import { numberText } from '../lib/written-json.ts'
import { everyElement, type PathStep, writePath } from './json-path.ts'
import type { StructureField } from './schema.ts'

const MAX_FIELDS = 2_000
/** How much of a sample is looked at. */
interface SampleLimits {
  readonly depth: number
  /** Of each list. */
  readonly elements: number
}

/**
 * The places of a sample response with their types, in the order they appear; the sample is as `parseWritten`
 * makes it. Elements of a list are taken together: a place that is absent or null in some of them has the
 * type it has in the others, and ANY where they differ.
 */
export function inferStructure(
  sample: unknown,
  { depth, elements }: SampleLimits = { depth: 20, elements: 200 },
): StructureField[] {
  const fields = new Map<string, StructureField['type'] | undefined>()
  visit(sample, [])
  return [...fields].slice(0, MAX_FIELDS).map(([path, type]) => ({ path, type: type ?? 'ANY' }))

  function visit(value: unknown, steps: readonly PathStep[]): void {
    if (steps.length > depth || fields.size > MAX_FIELDS) return
    const path = writePath(steps)
    fields.set(path, joined(fields.get(path), typeOf(value)))
    if (Array.isArray(value)) {
      for (const one of value.slice(0, elements)) visit(one, [...steps, everyElement])
    } else if (typeOf(value) === 'OBJECT') {
      for (const [name, member] of Object.entries(value as object)) visit(member, [...steps, name])
    }
  }
}

/** Undefined: null says nothing about a type. */
function typeOf(value: unknown): StructureField['type'] | undefined {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) return 'ARRAY'
  const number = numberText(value)
  // A database takes no 1.0 for a whole number.
  if (number !== undefined) return /[.e]/i.test(number) ? 'NUMBER' : 'INTEGER'
  switch (typeof value) {
    case 'string':
      return 'STRING'
    case 'boolean':
      return 'BOOLEAN'
    default:
      return 'OBJECT'
  }
}

function joined(
  one: StructureField['type'] | undefined,
  other: StructureField['type'] | undefined,
): StructureField['type'] | undefined {
  if (one === undefined || other === undefined) return one ?? other
  if (one === other) return one
  const numbers = ['INTEGER', 'NUMBER']
  return numbers.includes(one) && numbers.includes(other) ? 'NUMBER' : 'ANY'
}

/** Lists of objects in a structure: what a repeating element can be, the outermost first. */
export const repeatingCandidates = (structure: readonly StructureField[]): string[] =>
  structure
    .filter(({ path, type }) => type === 'OBJECT' && path.endsWith('[*]'))
    .map(({ path }) => path.slice(0, -'[*]'.length))
