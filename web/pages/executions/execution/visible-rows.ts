import { type RefObject, type UIEvent, useEffect, useState } from 'react'

/** Which lines of a long list are drawn, and how much room the others take above and below, in pixels. */
export interface VisibleRows {
  readonly first: number
  /** Behind the last one drawn. */
  readonly end: number
  readonly above: number
  readonly below: number
  readonly onScroll: (event: UIEvent<HTMLElement>) => void
}

const SPARE_ROWS = 10

/**
 * Renders only the visible rows, all `rowPx` high, so that a hundred thousand rows cost no more than fifty.
 */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
): VisibleRows {
  const [top, setTop] = useState(0)
  const [height, setHeight] = useState(600)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => setHeight(element.clientHeight))
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
  const { first, end } = visibleRange(top, height, count, rowPx)
  return {
    first,
    end,
    above: first * rowPx,
    below: (count - end) * rowPx,
    onScroll: ({ currentTarget }) => setTop(currentTarget.scrollTop),
  }
}

/** The rows `first` up to `end` that are visible, plus some on both sides. */
export function visibleRange(top: number, height: number, count: number, rowPx: number) {
  const last = Math.min(count, Math.ceil((top + height) / rowPx) + SPARE_ROWS)
  const first = Math.max(0, Math.min(Math.floor(top / rowPx) - SPARE_ROWS, last - 1))
  return { first, end: last }
}
