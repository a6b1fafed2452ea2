import type { Callable } from './use-callable.ts'

/** What is looked for, and behind a colon the name that the component gets: `if: Enough flights?`. */
export function readSearch(typed: string): { readonly wanted: string; readonly name: string } {
  const colon = typed.indexOf(':')
  return colon < 0
    ? { wanted: typed, name: '' }
    : { wanted: typed.slice(0, colon), name: typed.slice(colon + 1).trim() }
}

const MAX_SHOWN = 50

/** The pipelines whose name has every word that is looked for. */
export function matchingPipelines(all: readonly Callable[], wanted: string): readonly Callable[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ name }: Callable) => words.every((word) => name.toLowerCase().includes(word))
  return all.filter(isMeant).slice(0, MAX_SHOWN)
}
