import {
  type Design,
  type DrawnGroup,
  designOf,
  groupsOf,
  type Note,
  type Position,
} from '../../../../src/pipeline/design.ts'
import type { Component, Fault, Pipeline } from '../../../../src/pipeline/model.ts'
import { parsePipelineFile } from '../../../../src/pipeline/parse.ts'
import { arrange, stretchOf } from '../../pipeline-graph/layout.ts'
import { type Link, linksOf } from '../../pipeline-graph/links.ts'
import { CARD, type GraphComponent, type Point } from '../../pipeline-graph/model.ts'

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
  /** Undefined when the text cannot be read as a pipeline; `faults` says why. */
  readonly drawing: Drawing | undefined
  readonly faults: readonly Fault[]
}

/** Reads the text of a pipeline file. Never throws. */
export function readDrawing(path: string, text: string): Read {
  const { pipeline, faults, root } = parsePipelineFile(path, text)
  if (pipeline === undefined) return { drawing: undefined, faults }
  const design = designOf(root)
  const components = [...pipeline.components.values()].map((source) => drawn(source, design))
  const { notes } = design
  const groups = groupsOf(design, (name) => pipeline.components.has(name))
  return { drawing: { pipeline, components, links: linksOf(components), notes, groups }, faults }
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

const GAP = 56

/**
 * How far a file's places are pulled apart on the canvas, because its cards are larger than those of other programs. It is
 * taken once when a file is opened: cards that are moved later must not move all others.
 */
export const scaleOf = ({ components }: Drawing): Point =>
  stretchOf(components.flatMap(({ position }) => (position === undefined ? [] : [position])))

/** Where each component is on the canvas: as the file says, the others along their links below those. */
export function placesOf({ components, links }: Drawing, scale: Point): ReadonlyMap<string, Point> {
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
