import type { Point } from './model.ts'

/**
 * Mirrors a drawing whose lanes run against the order of the file: the layout keeps links short, and as
 * readily puts the first of several branches last. Crossings stay what they are.
 */
export function inFileOrder(
  points: readonly (readonly [string, Point])[],
  direction: 'right' | 'down',
): readonly (readonly [string, Point])[] {
  const [along, across] = direction === 'right' ? (['x', 'y'] as const) : (['y', 'x'] as const)
  const columns = Map.groupBy(points, ([, point]) => Math.round(point[along]))
  let excess = 0
  for (const column of columns.values()) {
    for (const [at, [, one]] of column.entries()) {
      for (const [, later] of column.slice(at + 1)) excess += Math.sign(later[across] - one[across])
    }
  }
  if (excess >= 0) return points
  const sides = points.map(([, point]) => point[across])
  const mirror = Math.min(...sides) + Math.max(...sides)
  return points.map(([name, point]) => [name, { ...point, [across]: mirror - point[across] }])
}
