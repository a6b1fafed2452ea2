import { type Document, Scalar, type ToStringOptions, visit, YAMLMap, YAMLSeq } from 'yaml'
import { partOfFile, type ReadFile } from '../reread.ts'
import { isJson, spaceOfJson } from './json-text.ts'
import { keepLineEnds, keepLines, keepWords } from './keep-lines.ts'
import { writeLike } from './nodes.ts'
import { parsedDocument } from './parsed-document.ts'

/**
 * Changes a pipeline file through its YAML document and returns its text: comments, order and everything that
 * the change does not touch stay as they were written. undefined when the text is not one valid YAML
 * document, or would be none: an alias needs its anchor. `change` must leave the document alone where it has
 * nothing to do.
 */
export function editText(text: string, change: Change): string | undefined {
  return edit(text, change, text)
}

/**
 * The same for a change of the component of that name, which reads and writes nothing else: where a component
 * is what its own lines say, the cost does not grow with the file.
 */
export function editComponent(file: ReadFile, name: string, change: Change): string | undefined {
  const part = partOfFile(file, name)
  const written = part && edit(part.text, change, file.text)
  return (written !== undefined && part?.join(written)) || editText(file.text, change)
}

type Change = (document: Document) => void

/** `whole`: the file that the text is of, which says how new parts are written. */
function edit(text: string, change: Change, whole: string): string | undefined {
  try {
    return edited(text, change, whole)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('Unresolved alias')) return undefined
    throw error
  }
}

function edited(text: string, change: Change, whole: string): string | undefined {
  const hasDosLines = text.includes('\r\n')
  const source = hasDosLines ? text.replaceAll('\r\n', '\n') : text
  const document = parsedDocument(source)
  if (document.errors.length > 0) return undefined
  const style = styleOf(whole === text ? source : whole)
  if (whole !== text) writeLike(document, whole)
  const before = writtenIn(style, document)
  const isFlowOverLines = hasFlowOverLines(document, source)
  const space = spaceOfJson(source)
  change(document)
  const after = writtenIn(style, document)
  if (after === before) return text
  const result =
    space === undefined
      ? merged({ text: source, before, after, isFlowOverLines }, document)
      : `${JSON.stringify(document.toJS(), null, space)}${/\n?$/.exec(source)![0]}`
  return hasDosLines ? keepLineEnds(text, result) : result
}

interface Texts {
  readonly text: string
  /** As the library writes the document, without and with the edit. */
  readonly before: string
  readonly after: string
  readonly isFlowOverLines: boolean
}

/** `text` with the edit, in the words of its author where they say what the document says. */
function merged({ text, before, after, isFlowOverLines }: Texts, document: Document): string {
  const ways = isFlowOverLines ? [keepWords, keepLines] : [keepLines]
  const found = ways.map((keep) => keep(text, before, after))
  const isKept = (one: string) => hasMeaningOf(one, document) && (!isJson(text) || isJson(one))
  return found.find(isKept) ?? after
}

/** Whether braces or brackets begin in one line and end in another. */
function hasFlowOverLines(document: Document, text: string): boolean {
  let isFound = false
  visit(document, {
    Collection: (_, { flow, range }) => {
      if (flow !== true || range == null || !text.slice(range[0], range[1]).includes('\n')) return undefined
      isFound = true
      return visit.BREAK
    },
  })
  return isFound
}

/** Guards the text that was put together from lines: it must say what the document says. */
function hasMeaningOf(text: string, document: Document): boolean {
  const read = parsedDocument(text)
  return read.errors.length === 0 && JSON.stringify(read.toJS()) === JSON.stringify(document.toJS())
}

interface Style extends ToStringOptions {
  readonly inBraces: '' | ' '
  readonly inBrackets: '' | ' '
  readonly isJson: boolean
}

/** Long lines stay; indentation, braces and brackets are as most of the file has them. */
function styleOf(text: string): Style {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const step = /^\S.*:[^\S\n]*\n(?:[^\S\n]*(?:#.*)?\n)*( {1,8})[^\s#-]/m.exec(text)?.[1]?.length ?? 2
  const flushLists = count(/^( *)[^\s#-].*:[^\S\n]*\n\1- /gm)
  const indentedLists = count(/^( *)[^\s#-].*:[^\S\n]*\n\1 +- /gm)
  return {
    lineWidth: 0,
    indent: step,
    indentSeq: indentedLists >= flushLists,
    inBraces: count(/(?<![$\w])\{ \S/g) > count(/(?<![$\w])\{[^\s}]/g) ? ' ' : '',
    inBrackets: count(/\[ \S/g) > count(/\[[^\s\]]/g) ? ' ' : '',
    isJson: isJson(text),
  }
}

const jsonOptions: ToStringOptions = {
  doubleQuotedAsJSON: true,
  singleQuote: false,
  defaultKeyType: Scalar.QUOTE_DOUBLE,
}

/** The library pads braces and brackets alike; authors do not. */
function writtenIn({ inBraces, inBrackets, isJson, ...options }: Style, document: Document): string {
  visit(document, {
    Map: (_, node) => padded(node, YAMLMap.prototype, inBraces),
    Seq: (_, node) => padded(node, YAMLSeq.prototype, inBrackets),
    Scalar: (_, node) => {
      if (isJson && node.value === null) delete node.source
    },
  })
  return document.toString(isJson ? { ...options, ...jsonOptions } : options)
}

type Stringify = YAMLMap['toString']

function padded(
  node: { toString: Stringify },
  prototype: { readonly toString: Stringify },
  flowCollectionPadding: Style['inBraces'],
): void {
  // Copies of a node have it too, so it is not bound to this one.
  node.toString = function (this: YAMLMap, context, ...rest) {
    return prototype.toString.call(this, context && { ...context, flowCollectionPadding }, ...rest)
  }
}
