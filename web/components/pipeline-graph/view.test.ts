import { describe, expect, test } from 'vitest'
import { bringIntoView, openingView, wholeView } from './view.ts'

const window = { width: 800, height: 400 }

describe('what is seen first', () => {
  test('a small drawing in the middle, at its own size', () => {
    const view = openingView({ x: 100, y: 100, width: 400, height: 100 }, { x: 100, y: 100 }, window)
    expect(view).toEqual({ zoom: 1, x: 100, y: 50 })
  })

  test('all of a larger one, as long as it can be read', () => {
    const bounds = { x: 0, y: 0, width: 1_100, height: 200 }
    const { zoom, x } = openingView(bounds, { x: 0, y: 0 }, window)
    expect(zoom).toBeLessThan(1)
    expect(x).toBeGreaterThan(0)
    expect(x + bounds.width * zoom).toBeLessThan(window.width)
  })

  test('the beginning of one that is too large to be read as a whole', () => {
    const wide = openingView({ x: 0, y: 0, width: 9_000, height: 300 }, { x: 50, y: 120 }, window)
    expect(wide.zoom).toBeGreaterThan(0.6)
    expect(wide.x).toBe(24)
    expect(150 * wide.zoom + wide.y).toBeCloseTo(window.height / 2)
    const tall = openingView({ x: 0, y: 0, width: 500, height: 9_000 }, { x: 200, y: 10 }, window)
    expect(tall.y).toBe(24)
    expect(250 * tall.zoom + tall.x).toBeCloseTo(window.width / 2)
    const far = openingView({ x: 0, y: 0, width: 9_000, height: 9_000 }, { x: 4_000, y: 10 }, window)
    expect([4_000 * far.zoom + far.x, far.y]).toEqual([24, 24])
  })
})

describe('the chosen component', () => {
  const view = { x: 0, y: 0, zoom: 1 }

  test('leaves the view alone where it is seen', () => {
    expect(bringIntoView({ x: 10, y: 10, width: 100, height: 50 }, view, window)).toBeUndefined()
  })

  test('is brought in from each side', () => {
    for (const [x, y] of [
      [-500, 10],
      [790, 10],
      [10, -500],
      [10, 2_000],
    ] as const) {
      const box = { x, y, width: 100, height: 50 }
      const moved = bringIntoView(box, view, window)!
      expect(bringIntoView(box, moved, window)).toBeUndefined()
    }
  })
})

test('everything is seen while it can be read, and never larger than before', () => {
  const bounds = { x: 0, y: 0, width: 800, height: 100 }
  const small = { width: 600, height: 600 }
  expect(wholeView(bounds, 1, small)?.zoom).toBeCloseTo(552 / 800)
  expect(wholeView(bounds, 0.65, small)?.zoom).toBe(0.65)
  expect(wholeView(bounds, 1, { width: 400, height: 600 })).toBeUndefined()
})
