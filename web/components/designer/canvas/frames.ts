import type { DrawnGroup } from '../../../../src/pipeline/design.ts'
import type { FrameNode } from '../../pipeline-graph/group-frame.tsx'
import { boxAround, frameTraits, placed } from '../../pipeline-graph/groups.ts'
import type { Point } from '../../pipeline-graph/model.ts'
import { isGroup, type Selection } from '../state/selection.ts'
import { componentId, groupId } from './ids.ts'

interface Grouped {
  readonly groups: readonly DrawnGroup[]
  readonly places: ReadonlyMap<string, Point>
}

/**
 * The frames of groups, as large as their components need, without what is chosen: that changes more often.
 */
export const framesOf = ({ groups, places }: Grouped, onChoose: (name: string) => void): FrameNode[] =>
  groups.map((group) => ({
    id: groupId(group.name),
    ...frameTraits(group),
    ...placed(boxAround(group.components.flatMap((one) => places.get(one) ?? []))),
    data: { name: group.name, isChosen: false, onChoose },
  }))

/**
 * The chosen one is marked, and those around components that are being dragged follow them. The others stay
 * the same objects.
 */
export function framesNow(
  frames: readonly FrameNode[],
  { groups, places }: Grouped,
  selection: Selection,
  dragged: ReadonlyMap<string, Point>,
): readonly FrameNode[] {
  return frames.map((frame, at) => {
    const group = groups[at]!
    const isMoved = group.components.some((name) => dragged.has(componentId(name)))
    const isChosen = isGroup(selection, group)
    if (!isMoved && !isChosen) return frame
    const now = group.components.flatMap((name) => dragged.get(componentId(name)) ?? places.get(name) ?? [])
    return { ...frame, ...placed(boxAround(now)), data: { ...frame.data, isChosen } }
  })
}
