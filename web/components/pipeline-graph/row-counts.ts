import type { Link } from './links.ts'
import type { ComponentState } from './model.ts'

/** From here on a count is short, e.g. `2M`. */
const LONG = 100_000

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** A count of rows in words. */
export const rowsInWords = (rows: number): string =>
  `${rows < LONG ? rows.toLocaleString('en') : short.format(rows)} ${rows === 1 ? 'row' : 'rows'}`

/**
 * What a run brought over a link: in a transformation the rows that the component behind it wrote, in an
 * orchestration those of the component in front of it, once the one behind has begun. Undefined where nothing
 * is known.
 */
export function countOnLink(
  { from, to, conditions }: Link,
  states: ReadonlyMap<string, ComponentState> | undefined,
): string | undefined {
  const target = states?.get(to)
  const rows = conditions.includes('rows') ? target?.rows : target && states?.get(from)?.rows
  return rows === undefined ? undefined : rowsInWords(rows)
}
