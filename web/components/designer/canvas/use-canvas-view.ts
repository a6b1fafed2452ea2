import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
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

/** Shows everything at first, or the beginning of what could not be read then; and always the chosen component. */
export function useCanvasView({ hasNodes, first, chosen }: Seen): void {
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

  const [x, y] = [chosen?.x, chosen?.y]
  useEffect(() => {
    if (!isReady || x === undefined || y === undefined) return
    const wanted = bringIntoView({ x, y, ...CARD }, getViewport(), { width, height })
    if (wanted !== undefined) void setViewport(wanted)
  }, [isReady, x, y, width, height, getViewport, setViewport])
}
