import type { DrawnGroup } from '../../../../src/pipeline/design.ts'

/** What is chosen on the canvas: components and notes, or one link. */
export interface Selection {
  readonly components: ReadonlySet<string>
  readonly notes: ReadonlySet<string>
  readonly link?: { readonly from: string; readonly to: string }
}

export const nothing: Selection = { components: new Set(), notes: new Set() }
export const onlyComponents = (...names: string[]): Selection => ({ ...nothing, components: new Set(names) })
export const onlyNote = (key: string): Selection => ({ ...nothing, notes: new Set([key]) })

/** The one chosen component; undefined when none is, or several. */
export const single = ({ components, notes }: Selection): string | undefined =>
  components.size === 1 && notes.size === 0 ? [...components][0] : undefined

/** Whether exactly the components of a group are chosen. */
export const isGroup = ({ components, notes }: Selection, group: DrawnGroup): boolean =>
  notes.size === 0 &&
  components.size === group.components.length &&
  group.components.every((name) => components.has(name))
