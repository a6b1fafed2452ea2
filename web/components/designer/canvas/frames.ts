import type { DrawnGroup } from '../../../../src/pipeline/design.ts'
import { type Box, CARD, type Point } from '../../pipeline-graph/model.ts'
import { isGroup, type Selection } from '../state/selection.ts'
import type { FrameNode } from './group-frame.tsx'
import { componentId, groupId } from './ids.ts'

const MARGIN = 20
const TITLE = 28

interface Grouped {
  readonly groups: readonly DrawnGroup[]
  readonly places: ReadonlyMap<string, Point>
}

/** The frames of groups, as large as their components need, without what is chosen: that changes more often. */
export const framesOf = ({ groups, places }: Grouped, onChoose: (name: string) => void): FrameNode[] =>
  groups.map(({ name, components }) => ({
    id: groupId(name),
    type: 'frame',
    ...placed(boxAround(components.flatMap((one) => places.get(one) ?? []))),
    data: { name, isChosen: false, onChoose },
    zIndex: -2,
    selectable: false,
    focusable: false,
    draggable: false,
    connectable: false,
    ariaRole: 'group',
    ariaLabel: `Group: ${name}`,
  }))

/** The chosen one is marked, and those around components that are being dragged follow them. The others stay the same objects. */
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

function boxAround(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN - TITLE]
  return {
    x,
    y,
    width: Math.max(...xs) + CARD.width + MARGIN - x,
    height: Math.max(...ys) + CARD.height + MARGIN - y,
  }
}

const placed = ({ x, y, width, height }: Box) => ({
  position: { x, y },
  width,
  height,
  measured: { width, height },
})
