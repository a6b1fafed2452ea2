import type { FrameNode } from './group-frame.tsx'
import { type Box, CARD, type GraphGroup, type Point } from './model.ts'

const MARGIN = 20
const TITLE = 28

/** The frame of a group whose components have these upper left corners. */
export function boxAround(corners: readonly Point[]): Box {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [x, y] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN - TITLE]
  return {
    x,
    y,
    width: Math.max(...xs) + CARD.width + MARGIN - x,
    height: Math.max(...ys) + CARD.height + MARGIN - y,
  }
}

/** A group and its frame. */
export type GroupBox = Box & { readonly group: GraphGroup }

/** Groups where their components are. One of no component is not drawn. */
export const groupBoxes = (groups: readonly GraphGroup[], places: ReadonlyMap<string, Point>) =>
  groups.flatMap((group): GroupBox[] => {
    const corners = group.components.flatMap((name) => places.get(name) ?? [])
    return corners.length === 0 ? [] : [{ group, ...boxAround(corners) }]
  })

/** What frames of groups are in a drawing, whether it can be changed or not. */
export const frameTraits = ({ name }: GraphGroup) => ({
  type: 'frame' as const,
  zIndex: -2,
  selectable: false,
  focusable: false,
  draggable: false,
  connectable: false,
  ariaRole: 'group' as const,
  ariaLabel: `Group: ${name}`,
})

export const placed = ({ x, y, width, height }: Box) => ({
  position: { x, y },
  width,
  height,
  measured: { width, height },
})

/** Frames of a drawing that is looked at only. */
export const frameNodes = (groups: readonly GroupBox[]): FrameNode[] =>
  groups.map(({ group, ...box }, at) => ({
    id: `group ${at}`,
    ...frameTraits(group),
    ...placed(box),
    data: { name: group.name, isChosen: false },
  }))
