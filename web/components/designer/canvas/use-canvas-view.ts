import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { CARD, type Point } from '../../pipeline-graph/model.ts'
import { bringIntoView } from '../../pipeline-graph/view.ts'

const MARGIN = 40
const READABLE_ZOOM = 0.6

interface Seen {
  readonly hasNodes: boolean
  /** Where reading begins. */
  readonly first: Point | undefined
  readonly chosen: Point | undefined
}

/**
 * Shows everything at first, or the beginning of what could not be read then; and always the chosen component. The answer
 * moves the view as little as needed to show a card at a place of the drawing.
 */
export function useCanvasView({ hasNodes, first, chosen }: Seen): (card: Point) => void {
  const { fitView, getViewport, setViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = useStore((state) => state.panZoom !== null) && width > 0
  const isOpened = useRef(false)

  useEffect(() => {
    if (!isReady || !hasNodes || isOpened.current) return
    isOpened.current = true
    void fitView({ maxZoom: 1, padding: 0.15 }).then(() => {
      if (getViewport().zoom >= READABLE_ZOOM || first === undefined) return
      const [x, y] = [MARGIN - first.x * READABLE_ZOOM, height / 2 - first.y * READABLE_ZOOM]
      void setViewport({ x, y, zoom: READABLE_ZOOM })
    })
  }, [isReady, hasNodes, first, height, fitView, getViewport, setViewport])

  const reveal = useCallback(
    ({ x, y }: Point) => {
      const wanted = bringIntoView({ x, y, ...CARD }, getViewport(), { width, height })
      if (wanted !== undefined) void setViewport(wanted)
    },
    [width, height, getViewport, setViewport],
  )
  const [x, y] = [chosen?.x, chosen?.y]
  useEffect(() => {
    if (isReady && x !== undefined && y !== undefined) reveal({ x, y })
  }, [isReady, x, y, reveal])
  return reveal
}

/** `wanted` if any of it is in view, else the first of `names` that is: others are not in the page, so Tab would not reach them. */
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
