import { type KeyboardEvent, useState } from 'react'
import type { GraphComponent, Point } from './model.ts'
import { neighbour } from './neighbour.ts'

/**
 * Makes the graph one stop of the Tab key, however many components it has: arrow keys lead from one to the
 * next. `entry` is the component that Tab reaches: the one that was focused last, at first `first`. `idOf`
 * answers the id of a component in the drawing, by default its place in the list. `reveal` moves the view to
 * a component that is out of sight, where such components are not in the page.
 */
export function useArrowKeys(
  components: readonly GraphComponent[],
  places: ReadonlyMap<string, Point>,
  first: string | undefined,
  idOf: (name: string) => string = (name) => String(components.findIndex((one) => one.name === name)),
  reveal?: (name: string) => void,
) {
  const [focused, focus] = useState<string>()
  const entry = focused !== undefined && places.has(focused) ? focused : first

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const node = (event.target as HTMLElement).closest<HTMLElement>('.react-flow__node')
    const from = components.find(({ name }) => idOf(name) === node?.dataset['id'])?.name
    const next = from === undefined ? undefined : neighbour(places, from, event.key)
    if (next === undefined) return
    event.preventDefault()
    focus(next)
    const graph = event.currentTarget
    const find = () => graph.querySelector<HTMLElement>(`.react-flow__node[data-id="${idOf(next)}"]`)
    reveal?.(next)
    const shown = find()
    if (shown !== null) shown.focus()
    else requestAnimationFrame(() => find()?.focus()) // the page has it when it was drawn
  }

  return { entry, onKeyDown }
}
