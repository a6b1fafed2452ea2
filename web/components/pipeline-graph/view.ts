import { type Box, CARD, type Point } from './model.ts'

/** How the drawing is moved and scaled: screen = drawing × zoom + (x, y). */
export interface View extends Point {
  readonly zoom: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const MARGIN = 24
const READABLE_ZOOM = 0.6
const READING_ZOOM = 0.75

/**
 * What is seen first: everything, if it can be read then; else its beginning in a size that can be read, with
 * `first` (the corner of the component where reading begins) in view.
 */
export function openingView(bounds: Box, first: Point | undefined, window: Size): View {
  const zoom = wholeZoom(bounds, window)
  if (zoom >= READABLE_ZOOM || first === undefined) return centred(bounds, Math.max(zoom, 0.1), window)
  return {
    x: start(bounds.x, bounds.width, window.width, first.x, CARD.width),
    y: start(bounds.y, bounds.height, window.height, first.y, CARD.height),
    zoom: READING_ZOOM,
  }
}

/** Everything, no larger than `most`; undefined when it could not be read then. */
export function wholeView(bounds: Box, most: number, window: Size): View | undefined {
  const zoom = Math.min(most, wholeZoom(bounds, window))
  return zoom < READABLE_ZOOM ? undefined : centred(bounds, zoom, window)
}

const wholeZoom = (bounds: Box, window: Size): number =>
  Math.min(1, (window.width - 2 * MARGIN) / bounds.width, (window.height - 2 * MARGIN) / bounds.height)

/**
 * What fits is in the middle. Along a side that is too long the drawing begins at the edge, or `first` does
 * if it were not seen then.
 */
function start(from: number, length: number, window: number, first: number, card: number): number {
  const seen = window - 2 * MARGIN
  if (length * READING_ZOOM <= seen) return window / 2 - (from + length / 2) * READING_ZOOM
  const isSeen = (first + card - from) * READING_ZOOM <= seen
  return MARGIN - (isSeen ? from : first) * READING_ZOOM
}

/** The view moved as little as needed so that `box` is seen; undefined when it is seen already. */
export function bringIntoView(box: Box, view: View, window: Size): View | undefined {
  const left = box.x * view.zoom + view.x
  const top = box.y * view.zoom + view.y
  const dx = correction(left, left + box.width * view.zoom, window.width)
  const dy = correction(top, top + box.height * view.zoom, window.height)
  return dx === 0 && dy === 0 ? undefined : { x: view.x + dx, y: view.y + dy, zoom: view.zoom }
}

function correction(from: number, to: number, size: number): number {
  if (from < 0) return MARGIN - from
  return to > size ? Math.max(size - MARGIN - to, MARGIN - from) : 0
}

const centred = (bounds: Box, zoom: number, window: Size): View => ({
  x: (window.width - bounds.width * zoom) / 2 - bounds.x * zoom,
  y: (window.height - bounds.height * zoom) / 2 - bounds.y * zoom,
  zoom,
})
