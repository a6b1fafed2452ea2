import { blockAt, type ComponentBlock, isBlock, lineEndsIn } from './component-block.ts'
import type { Component, Fault, ParameterValue, Pipeline } from './model.ts'
import { type ParsedFile, parsePipelineFile } from './parse.ts'
import { isMapping } from './parse-shapes.ts'

/** A pipeline file with the text that it was read from. */
export interface ReadFile extends ParsedFile {
  readonly path: string
  readonly text: string
}

/**
 * Longer texts are always read as a whole: in shorter ones nothing can grow beyond the limits of the reader.
 */
const MAX_CHARACTERS = 256 * 1024
/** What stands before the components of a file, for one that is read alone. */
const HEAD = 'pipeline:\n components:\n'
/** A component of `HEAD` is indented farther than `components`. */
const MIN_INDENT = 2

/** Reads a file as `parsePipelineFile` does. */
export function readPipelineFile(path: string, text: string): ReadFile {
  return { path, text, ...parsePipelineFile(path, text) }
}

/**
 * The same file with another text. When the texts differ in one component only, that one alone is read: what
 * is typed in a large file costs as much as in a small one. The answer is that of `readPipelineFile`, and the
 * other components are the same objects as before unless they have moved to other lines.
 */
export function rereadPipelineFile(before: ReadFile, text: string): ReadFile {
  if (text === before.text) return before
  return rereadComponent(before, text) ?? readPipelineFile(before.path, text)
}

/** A component of a file, with the text of its lines as a file of its own. */
export interface Part {
  readonly text: string
  /**
   * The whole file with other lines for the component; undefined when they are not those of one component.
   */
  readonly join: (part: string) => string | undefined
}

/** The component of that name as a file of its own; undefined when it cannot be read and edited alone. */
export function partOfFile(file: ReadFile, name: string): Part | undefined {
  const block = blockOf(file, name)
  if (block === undefined) return undefined
  const { from } = block
  const lines = file.text.slice(from, block.to)
  // Blank lines between components belong to neither; to a text that keeps those at its end they do.
  const end = lines.trimEnd().length
  const to = from + (lines[end] === '\n' ? end + 1 : lines.length)
  if (to < block.to && /[|>]\d*\+/.test(lines)) return undefined
  return {
    text: HEAD + file.text.slice(from, to),
    join(part) {
      const lines = part.slice(HEAD.length)
      const isOne = part.startsWith(HEAD) && isBlockOf(file, block, lines)
      return isOne ? file.text.slice(0, from) + lines + file.text.slice(to) : undefined
    },
  }
}

/** The lines of the component of that name, where it is what they say. */
function blockOf(
  { isDivisible = false, text, pipeline }: ReadFile,
  name: string,
): ComponentBlock | undefined {
  const component = pipeline?.components.get(name)
  // A directive says how the rest is read.
  const isPlain = text.length <= MAX_CHARACTERS && !text.includes('\r') && !/^%/m.test(text)
  if (component === undefined || !isDivisible || !isPlain) return undefined
  const block = blockAt(text, component.line)
  return block !== undefined && block.indent >= MIN_INDENT ? block : undefined
}

/** Whether these lines can stand where a component of the file does. */
const isBlockOf = ({ text }: ReadFile, { to, indent }: ComponentBlock, lines: string): boolean =>
  isBlock(lines, indent) && (to === text.length || lines.endsWith('\n'))

function rereadComponent(before: ReadFile, text: string): ReadFile | undefined {
  const change = changeOf(before.text, text)
  const old = componentIn(before.pipeline, lineEndsIn(before.text, 0, change.from) + 1)
  const block = old && text.length <= MAX_CHARACTERS ? blockOf(before, old.name) : undefined
  if (old === undefined || block === undefined) return undefined
  if (change.from < block.from || change.to > block.to) return undefined
  const lines = text.slice(block.from, block.to + text.length - before.text.length)
  if (!isBlockOf(before, block, lines)) return undefined
  const alone = parsePipelineFile(before.path, HEAD + lines)
  const [component, ...more] = alone.pipeline?.components.values() ?? []
  if (component === undefined || more.length > 0 || alone.isDivisible !== true) return undefined
  const isFaulty = alone.faults.length > 0 || before.faults.some((fault) => fault.component === old.name)
  const isTaken = component.name !== old.name && before.pipeline!.components.has(component.name)
  if (isFaulty || isTaken) return undefined
  return replaced(before, text, {
    old,
    component: moved(component, old.line - component.line),
    root: alone.root,
    lines: lineEndsIn(lines, 0, lines.length) - lineEndsIn(before.text, block.from, block.to),
  })
}

interface Replacement {
  readonly old: Component
  readonly component: Component
  /** The component alone, as data. */
  readonly root: ParsedFile['root']
  /** By how many lines what stands behind it moves. */
  readonly lines: number
}

function replaced(before: ReadFile, text: string, { old, component, root, lines }: Replacement): ReadFile {
  const pipeline = before.pipeline!
  const isBehind = ({ line }: { readonly line: number }) => line > old.line
  const components = [...pipeline.components.values()].map((one) =>
    one === old ? component : isBehind(one) ? moved(one, lines) : one,
  )
  const faults = before.faults.map(
    (fault): Fault => (isBehind(fault) && lines !== 0 ? { ...fault, line: fault.line + lines } : fault),
  )
  return {
    ...before,
    text,
    faults,
    pipeline: {
      ...pipeline,
      components: new Map(components.map((one) => [one.name, one])),
      ...variableLinesOf(pipeline, old.line, lines),
    },
    ...(before.root !== undefined && { root: rootWith(before.root, old.name, component.name, root) }),
  }
}

function variableLinesOf({ variableLines }: Pipeline, from: number, lines: number) {
  return variableLines === undefined ? {} : { variableLines: linesMoved(variableLines, from, lines) }
}

function moved(component: Component, lines: number): Component {
  if (lines === 0) return component
  const { line, parameterLines } = component
  return {
    ...component,
    line: line + lines,
    ...(parameterLines !== undefined && { parameterLines: linesMoved(parameterLines, 0, lines) }),
  }
}

function linesMoved(all: Readonly<Record<string, number>>, from: number, lines: number) {
  if (lines === 0) return all
  return Object.fromEntries(
    Object.entries(all).map(([key, line]) => [key, line > from ? line + lines : line]),
  )
}

function rootWith(root: ParameterValue, from: string, to: string, alone: ParsedFile['root']) {
  const pipeline = memberOf(root, 'pipeline')
  const components = memberOf(pipeline, 'components')
  const block = memberOf(memberOf(memberOf(alone, 'pipeline'), 'components'), to)
  if (!isMapping(root) || !isMapping(pipeline) || !isMapping(components)) return root
  const entries = Object.entries(components).map(([name, one]) =>
    name === from ? [to, block ?? null] : [name, one],
  )
  return { ...root, pipeline: { ...pipeline, components: Object.fromEntries(entries) } }
}

const memberOf = (value: ParameterValue | undefined, key: string) =>
  isMapping(value) ? value[key] : undefined

/** The last component whose name is in that line or before it. */
function componentIn(pipeline: Pipeline | undefined, line: number): Component | undefined {
  return [...(pipeline?.components.values() ?? [])].findLast((one) => one.line <= line)
}

/** The one stretch of the text before that differs from the text now. */
function changeOf(before: string, now: string) {
  const shorter = Math.min(before.length, now.length)
  let from = 0
  while (from < shorter && before.charCodeAt(from) === now.charCodeAt(from)) from += 1
  let to = before.length
  const moved = now.length - before.length
  const end = Math.max(from, from - moved)
  while (to > end && before.charCodeAt(to - 1) === now.charCodeAt(to - 1 + moved)) to -= 1
  return { from, to }
}
