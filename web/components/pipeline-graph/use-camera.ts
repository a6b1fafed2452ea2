import { useReactFlow, useStore } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import type { Arrangement } from './layout.ts'
import { CARD } from './model.ts'
import { bringIntoView, openingView } from './view.ts'

/**
 * Moves the camera: starts at the beginning of the graph, keeps all of it in view until the user moves it,
 * and follows the selection.
 */
export function useCamera(arrangement: Arrangement, first: string | undefined, selected: string | undefined) {
  const { setViewport, getViewport } = useReactFlow()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = useStore((state) => state.panZoom !== null)
  const moved = useRef<Arrangement>(undefined)

  useEffect(() => {
    if (!isReady || width === 0) return
    const window = { width, height }
    const begin = first === undefined ? undefined : arrangement.places.get(first)
    const chosen = selected === undefined ? undefined : arrangement.places.get(selected)
    const view =
      moved.current === arrangement ? getViewport() : openingView(arrangement.bounds, begin, window)
    const wanted = chosen && bringIntoView({ ...chosen, ...CARD }, view, window)
    if (wanted !== undefined || moved.current !== arrangement) void setViewport(wanted ?? view)
    if (wanted !== undefined) moved.current = arrangement
  }, [arrangement, first, selected, width, height, isReady, setViewport, getViewport])

  return {
    onMoveStart: (event: MouseEvent | TouchEvent | null) => {
      if (event !== null) moved.current = arrangement
    },
  }
}
