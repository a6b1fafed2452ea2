import {
  type Design,
  type DrawnGroup,
  designOf,
  groupsOf,
  type Note,
  type Position,
} from '../../../../src/pipeline/design.ts'
import type { Component, Pipeline } from '../../../../src/pipeline/model.ts'
import { type ReadFile, readPipelineFile, rereadPipelineFile } from '../../../../src/pipeline/reread.ts'
import { arrange, stretchOf } from '../../pipeline-graph/layout.ts'
import { type Link, linksOf } from '../../pipeline-graph/links.ts'
import { CARD, type GraphComponent, type Point } from '../../pipeline-graph/model.ts'
import { isSame, kept } from './same.ts'

/** A pipeline as the canvas draws it. */
export interface Drawing {
  readonly pipeline: Pipeline
  readonly components: readonly DrawnComponent[]
  readonly links: readonly Link[]
  readonly notes: readonly Note[]
  readonly groups: readonly DrawnGroup[]
}

export interface DrawnComponent extends GraphComponent {
  readonly source: Component
}

export interface Read {
  /** Undefined when the text cannot be read as a pipeline; `file.faults` says why. */
  readonly drawing: Drawing | undefined
  readonly file: ReadFile
}

/** Reads the text of a pipeline file. Never throws. */
export function readDrawing(path: string, text: string): Read {
  const file = readPipelineFile(path, text)
  return { drawing: drawingOf(file), file }
}

/**
 * Reads the texts that a file has one after another. What an edit leaves as it was is not read again, and is
 * the same object in the next drawing, so that nothing is drawn again for it. Never throws.
 */
export function createReader(path: string): (text: string) => Read {
  let last: Read | undefined
  /** The last that could be read: a word that is half typed breaks the file, and the next key mends it. */
  let whole: Read | undefined
  return (text) => {
    if (last?.file.text === text) return last
    const file = whole === undefined ? readPipelineFile(path, text) : rereadPipelineFile(whole.file, text)
    const drawing = whole?.file === file ? whole.drawing : drawingOf(file, whole?.drawing)
    last = { drawing, file }
    if (drawing !== undefined) whole = last
    return last
  }
}

function drawingOf({ pipeline, root }: ReadFile, before?: Drawing): Drawing | undefined {
  if (pipeline === undefined) return undefined
  const design = designOf(root)
  const known = new Map(before?.components.map((one) => [one.name, one]))
  const components = [...pipeline.components.values()].map((source) => {
    const now = drawn(source, design)
    const one = known.get(source.name)
    return one !== undefined && isDrawnAlike(now, one) ? one : now
  })
  const { notes } = design
  const groups = groupsOf(design, (name) => pipeline.components.has(name))
  return {
    pipeline,
    components,
    links: kept(linksOf(components), before?.links),
    notes: kept(notes, before?.notes),
    groups: kept(groups, before?.groups),
  }
}

function drawn(source: Component, { positions }: Design): DrawnComponent {
  const { name, type, skipped, transitions, sources, iterationTarget } = source
  const position = positions.get(name)
  return {
    name,
    type,
    skipped,
    transitions,
    sources,
    source,
    ...(iterationTarget !== undefined && { iterationTarget }),
    ...(position !== undefined && { position }),
  }
}

/** Whether only lines of the file differ, which move with everything that is typed before them. */
function isDrawnAlike(one: DrawnComponent, other: DrawnComponent): boolean {
  const { line: _1, parameterLines: _2, ...now } = one.source
  const { line: _3, parameterLines: _4, ...before } = other.source
  return isSame(one.position, other.position) && isSame(now, before)
}

const GAP = 56

/**
 * How far a file's places are pulled apart on the canvas, because its cards are larger than those of other
 * programs. It is taken once when a file is opened: cards that are moved later must not move all others.
 */
export const scaleOf = ({ components }: Drawing): Point =>
  stretchOf(components.flatMap(({ position }) => (position === undefined ? [] : [position])))

/** Where each component is on the canvas: as the file says, the others along their links below those. */
export function placesOf(
  { components, links }: Pick<Drawing, 'components' | 'links'>,
  scale: Point,
): ReadonlyMap<string, Point> {
  const places = new Map<string, Point>()
  for (const { name, position } of components)
    if (position !== undefined) places.set(name, { x: position.x * scale.x, y: position.y * scale.y })
  const rest = components.filter(({ name }) => !places.has(name))
  if (rest.length === 0) return places
  const bottom =
    places.size === 0 ? 0 : Math.max(...[...places.values()].map(({ y }) => y)) + CARD.height + GAP
  for (const [name, { x, y }] of arrange(rest, links).places) places.set(name, { x, y: y + bottom })
  return places
}

/** A place of the canvas as the file has it. */
export const inFile = ({ x, y }: Point, scale: Point): Position => ({ x: x / scale.x, y: y / scale.y })
