import type { ComponentChanges } from '../../../../src/pipeline/compare.ts'
import type { ComponentState, GraphComponent } from '../../pipeline-graph/model.ts'
import type { Drawing } from '../model/drawing.ts'

/** A pipeline as it is now, with what was removed from it, and what became of each component. */
export interface ChangedGraph {
  readonly components: readonly GraphComponent[]
  readonly states: ReadonlyMap<string, ComponentState>
}

/** undefined where no component differs. What was removed stands where it stood. */
export function changedGraph(
  before: Drawing | undefined,
  after: Drawing | undefined,
  { added, changed, removed }: ComponentChanges,
): ChangedGraph | undefined {
  if (added.length + changed.length + removed.length === 0) return undefined
  const gone = (before?.components ?? []).filter(({ name }) => removed.includes(name))
  const marked = (names: readonly string[], status: string) =>
    names.map((name) => [name, { status }] as const)
  return {
    components: [...(after?.components ?? []), ...gone],
    states: new Map([
      ...marked(added, 'ADDED'),
      ...marked(changed, 'CHANGED'),
      ...marked(removed, 'REMOVED'),
    ]),
  }
}
