import type { GraphComponent } from './model.ts'

/**
 * Why the component behind a link runs; `rows` are those of a transformation, `repeats` is what an iterator
 * wraps.
 */
export type Condition = 'success' | 'failure' | 'unconditional' | 'true' | 'false' | 'rows' | 'repeats'

export interface Link {
  readonly from: string
  readonly to: string
  /** In the order of `conditions`; several when two components are linked more than once. */
  readonly conditions: readonly Condition[]
}

const conditions: readonly Condition[] = ['success', 'failure', 'unconditional', 'true', 'false']

/** Every link of a pipeline whose two ends exist, one for each pair of components. */
export function linksOf(components: readonly GraphComponent[]): readonly Link[] {
  const names = new Set(components.map(({ name }) => name))
  const found = new Map<string, { from: string; to: string; conditions: Condition[] }>()
  function add(from: string, to: string, condition: Condition): void {
    if (!names.has(from) || !names.has(to)) return
    const key = JSON.stringify([from, to])
    const link = found.get(key) ?? { from, to, conditions: [] }
    if (!link.conditions.includes(condition)) link.conditions.push(condition)
    found.set(key, link)
  }
  for (const { name, transitions = {}, sources = [], iterationTarget } of components) {
    for (const condition of conditions)
      for (const target of transitions[condition] ?? []) add(name, target, condition)
    for (const source of sources) add(source, name, 'rows')
    if (iterationTarget !== undefined) add(name, iterationTarget, 'repeats')
  }
  return [...found.values()]
}

/** The word at a link; rows of a transformation need none. */
export const labelOf = ({ conditions: all }: Pick<Link, 'conditions'>): string =>
  all.filter((condition) => condition !== 'rows').join(', ')

/** The condition that colours a link: that of several conditions is neutral. */
export const toneOf = ({ conditions: all }: Pick<Link, 'conditions'>): Condition =>
  all.length === 1 ? all[0]! : 'unconditional'
