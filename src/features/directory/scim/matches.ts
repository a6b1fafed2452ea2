import type { Attribute } from './attributes.ts'
import type { Compared, Comparison, ElementFilter } from './filter.ts'

type Element = Readonly<Record<string, unknown>>

/** Whether an element of a multi-valued attribute is one that the filter in a patch's path selects. */
export function matches(element: Element, filter: ElementFilter): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.conditions.every((condition) => matches(element, condition))
    case 'or':
      return filter.conditions.some((condition) => matches(element, condition))
    case 'not':
      return !matches(element, filter.condition)
    case 'present':
      return element[filter.path.name] !== undefined
    case 'some':
      return false // elements have no multi-valued parts: reading the filter refuses it
    case 'compare':
      return compare(element[filter.path.name], filter)
  }
}

function compare(
  held: unknown,
  { path, operator, value }: { path: Attribute; operator: Comparison; value: Compared },
): boolean {
  if (value === null) return (held === undefined) === (operator === 'eq')
  if (typeof value !== 'string') {
    // An element that does not say that it is primary is not.
    const is = (held ?? false) === value
    return operator === 'eq' ? is : !is
  }
  if (typeof held !== 'string') return operator === 'ne'
  const fold = (text: string) => (path.caseExact ? text : text.toLowerCase())
  return compareText(fold(held), operator, fold(value))
}

function compareText(held: string, operator: Comparison, value: string): boolean {
  switch (operator) {
    case 'eq':
      return held === value
    case 'ne':
      return held !== value
    case 'co':
      return held.includes(value)
    case 'sw':
      return held.startsWith(value)
    case 'ew':
      return held.endsWith(value)
    case 'gt':
      return held > value
    case 'ge':
      return held >= value
    case 'lt':
      return held < value
    case 'le':
      return held <= value
  }
}
