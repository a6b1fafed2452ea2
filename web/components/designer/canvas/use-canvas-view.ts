import { useReactFlow, useStore } from '@xyflow/react'
import { useCallback, useEffect, useRef } from 'react'
import { around } from '../../pipeline-graph/layout.ts'
import { CARD, type Point } from '../../pipeline-graph/model.ts'
import { bringIntoView, wholeView } from '../../pipeline-graph/view.ts'

const MARGIN = 40
const READABLE_ZOOM = 0.6

interface Seen {
  readonly places: ReadonlyMap<string, Point>
  /** Where reading begins. */
  readonly first: Point | undefined
  readonly chosen: Point | undefined
}

/**
 * Shows everything at first, or the beginning of what could not be read then; and always the chosen component. One that was
 * added is shown with all others while that can be read. The answer moves the view as little as needed to show a card at a
 * place of the drawing.
 */
export function useCanvasView({ places, first, chosen }: Seen): (card: Point) => void {
  const hasNodes = places.size > 0
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
  const shown = useRef(places)
  useEffect(() => {
    const isAdded = places.size > shown.current.size
    shown.current = places
    if (!isReady || x === undefined || y === undefined) return
    const view = getViewport()
    const isHidden = bringIntoView({ x, y, ...CARD }, view, { width, height }) !== undefined
    const whole =
      isAdded && isHidden
        ? wholeView(around([...places.values()].map((place) => ({ ...place, ...CARD }))), view.zoom, {
            width,
            height,
          })
        : undefined
    if (whole === undefined) reveal({ x, y })
    else void setViewport(whole)
  }, [isReady, places, x, y, width, height, reveal, getViewport, setViewport])
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
