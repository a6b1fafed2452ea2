import type { Point } from './model.ts'

const steps: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
}
/** How much worse it is to lie beside the direction than to lie farther along it. */
const BESIDE = 2

/**
 * The component that an arrow key leads to from another: the nearest in that direction; undefined when none
 * is.
 */
export function neighbour(places: ReadonlyMap<string, Point>, from: string, key: string): string | undefined {
  const step = steps[key]
  const origin = places.get(from)
  if (step === undefined || origin === undefined) return undefined
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const [name, { x, y }] of places) {
    const [dx, dy] = [x - origin.x, y - origin.y]
    const along = dx * step.x + dy * step.y
    const beside = Math.abs(dx * step.y) + Math.abs(dy * step.x)
    const distance = along + BESIDE * beside
    if (along > 0 && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}
