import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { around } from '../../pipeline-graph/layout.ts'
import { type Box, CARD, type Point } from '../../pipeline-graph/model.ts'
import { bringIntoView, openingView, wholeView } from '../../pipeline-graph/view.ts'
import { useKept } from '../model/use-kept.ts'

interface Seen {
  /** Components and notes. */
  readonly boxes: readonly Box[]
  /** Where reading begins. */
  readonly first: Point | undefined
  /** Of them. */
  readonly chosen: readonly Box[]
}

/**
 * Shows everything at first, or the beginning of what could not be read then; and always what is chosen
 * alone. What was added is shown with all others while that can be read. The answer moves the view as little
 * as needed to show a card at a place of the drawing.
 */
export function useCanvasView({ boxes, first, chosen }: Seen): (card: Point) => void {
  const hasNodes = boxes.length > 0
  const { getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = useStore((state) => state.panZoom !== null) && width > 0
  const isOpened = useRef(false)

  useEffect(() => {
    if (!isReady || !hasNodes || isOpened.current) return
    isOpened.current = true
    void setViewport(openingView(around(boxes), first, { width, height }))
  }, [isReady, hasNodes, boxes, first, width, height, setViewport])

  const bring = useCallback(
    (box: Box) => {
      const view = bringIntoView(box, getViewport(), { width, height })
      if (view !== undefined) void setViewport(view)
    },
    [width, height, getViewport, setViewport],
  )
  const reveal = useCallback((card: Point) => bring({ ...card, ...CARD }), [bring])
  const wanted = useKept(chosen.length === 0 ? undefined : around(chosen))
  const isOne = chosen.length === 1
  const count = useRef(boxes.length)
  useEffect(() => {
    const isAdded = boxes.length > count.current
    count.current = boxes.length
    // Several that are chosen one by one may lie far from each other.
    if (!isReady || wanted === undefined || !(isOne || isAdded)) return
    const view = getViewport()
    const isHidden = bringIntoView(wanted, view, { width, height }) !== undefined
    const whole = isAdded && isHidden ? wholeView(around(boxes), view.zoom, { width, height }) : undefined
    if (whole === undefined) bring(wanted)
    else void setViewport(whole)
  }, [isReady, boxes, wanted, isOne, width, height, bring, getViewport, setViewport])
  return reveal
}

/**
 * `wanted` if any of it is in view, else the first of `names` that is: others are not in the page, so Tab
 * would not reach them.
 */
export function useNameInView(
  wanted: string | undefined,
  names: readonly string[],
  places: ReadonlyMap<string, Point>,
): string | undefined {
  return useStore(({ transform: [left, top, zoom], width, height }) => {
    const isInView = (name: string | undefined): boolean => {
      const place = name === undefined ? undefined : places.get(name)
      if (place === undefined) return false
      const [x, y] = [place.x * zoom + left, place.y * zoom + top]
      return x < width && y < height && x + CARD.width * zoom > 0 && y + CARD.height * zoom > 0
    }
    return isInView(wanted) ? wanted : names.find(isInView)
  })
}
