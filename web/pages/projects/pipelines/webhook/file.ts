import { type Document, isMap, isScalar, isSeq, Pair, Scalar, YAMLMap } from 'yaml'
import { parsedDocument } from '../../../../../src/pipeline/editing/parsed-document.ts'

/** As the file is written: long lines stay, and brackets have blanks inside if most of them had. */
const styleOf = (text: string) => ({
  lineWidth: 0,
  flowCollectionPadding: (text.match(/\[ "/g)?.length ?? 0) > (text.match(/\["/g)?.length ?? 0),
})

/** A file in which one component's parameters were replaced. */
export interface Changed {
  /** The component alone, as written in the file, without its indentation. */
  readonly component: string
  /** The whole file with the change. Its comments and all else that it states stay. */
  readonly file: string
}

type Parameters = Readonly<Record<string, unknown>>

/**
 * Writes `parameters` into component `name` of a pipeline file. Another `componentName` renames the component and every
 * link that names it. Undefined when the file cannot be read or has no such component.
 */
export function withParameters(text: string, name: string, parameters: Parameters): Changed | undefined {
  const document = parsedDocument(text)
  const components = document.getIn(['pipeline', 'components'])
  if (document.errors.length > 0 || !isMap(components)) return undefined
  const pair = components.items.find(({ key }) => textOf(key) === name)
  if (pair === undefined || !isMap(pair.value)) return undefined
  write(document, pair.value, parameters)
  const wanted = parameters['componentName']
  if (typeof wanted === 'string' && wanted !== name) {
    pair.key = new Scalar(wanted)
    for (const { value } of components.items) renameLinks(value, name, wanted)
    const drawn = document.getIn(['design', 'components'])
    const place = isMap(drawn) ? drawn.items.find(({ key }) => textOf(key) === name) : undefined
    if (place !== undefined) place.key = new Scalar(wanted)
  }
  const style = styleOf(text)
  const alone = parsedDocument('')
  const shown = pair.value.flow === true ? nodeOf(document, pair.value.toJS(document)) : pair.value
  const contents = new YAMLMap()
  contents.items.push(new Pair(pair.key, shown))
  alone.contents = contents as never
  return { component: alone.toString(style), file: document.toString(style) }
}

/** What stays the same keeps its place, its comments and its quotes. */
function write(document: Document, component: YAMLMap, parameters: Parameters): void {
  const before = component.get('parameters')
  const map = isMap(before) ? before : new YAMLMap()
  if (map !== before) component.set('parameters', map)
  const stated = new Map(map.items.map((pair) => [textOf(pair.key), pair]))
  for (const key of stated.keys()) if (!Object.hasOwn(parameters, key)) map.delete(key)
  for (const [key, value] of Object.entries(parameters)) {
    const pair = stated.get(key)
    if (pair === undefined) map.add(new Pair(new Scalar(key), nodeOf(document, value)))
    else if (!isSame(document, pair.value, value)) pair.value = nodeOf(document, value)
  }
}

function isSame(document: Document, node: unknown, value: unknown): boolean {
  const before = isMap(node) || isSeq(node) || isScalar(node) ? node.toJS(document) : undefined
  return JSON.stringify(before) === JSON.stringify(value)
}

/**
 * As files of this kind are written: texts in double quotes, those of several lines as a block, rows in
 * brackets.
 */
function nodeOf(document: Document, value: unknown) {
  const node = document.createNode(value)
  const quote = (one: unknown): void => {
    if (isScalar(one) && typeof one.value === 'string') {
      one.type = one.value.includes('\n') ? Scalar.BLOCK_LITERAL : Scalar.QUOTE_DOUBLE
    } else if (isSeq(one)) {
      one.flow = one.items.length > 0 && one.items.every(isScalar)
      for (const item of one.items) quote(item)
    }
    if (isMap(one)) for (const item of one.items) quote(item.value)
  }
  quote(node)
  return node
}

function renameLinks(component: unknown, name: string, wanted: string): void {
  if (!isMap(component)) return
  const transitions = component.get('transitions')
  const lists = isMap(transitions) ? transitions.items.map(({ value }) => value) : []
  for (const list of [...lists, component.get('sources')]) {
    if (isSeq(list))
      for (const item of list.items) if (isScalar(item) && item.value === name) item.value = wanted
  }
  if (component.get('iterationTarget') === name) component.set('iterationTarget', wanted)
}

const textOf = (key: unknown): string => String(isScalar(key) ? key.value : key)
