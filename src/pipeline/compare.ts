import type { Component, Pipeline } from './model.ts'

/** Names of the components that two states of a pipeline do not have alike. */
export interface ComponentChanges {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** What became of the components of a pipeline. Where in its file a component stands does not matter. */
export function compareComponents(
  before: Pipeline | undefined,
  after: Pipeline | undefined,
): ComponentChanges {
  const [old, fresh] = [before?.components ?? new Map(), after?.components ?? new Map()]
  const names = [...fresh.keys()]
  return {
    added: names.filter((name) => !old.has(name)),
    changed: names.filter((name) => old.has(name) && !isSameComponent(old.get(name), fresh.get(name))),
    removed: [...old.keys()].filter((name) => !fresh.has(name)),
  }
}

/** Whether two states of a component (undefined: there is none) do the same. */
export const isSameComponent = (one: Component | undefined, other: Component | undefined): boolean =>
  textOf(one) === textOf(other)

function textOf(component: Component | undefined): string {
  if (component === undefined) return ''
  const { line: _line, parameterLines: _lines, ...meaning } = component
  return JSON.stringify(meaning, sorted)
}

/** Members in the order of their names: a file may state them in any order. */
function sorted(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The components that two states of a pipeline both changed, each in its own way. */
export function conflictingComponents(
  base: Pipeline | undefined,
  ours: Pipeline | undefined,
  theirs: Pipeline | undefined,
): string[] {
  const names = new Set([base, ours, theirs].flatMap((one) => [...(one?.components.keys() ?? [])]))
  return [...names].filter((name) => {
    const [was, our, their] = [base, ours, theirs].map((one) => one?.components.get(name))
    return !isSameComponent(was, our) && !isSameComponent(was, their) && !isSameComponent(our, their)
  })
}
