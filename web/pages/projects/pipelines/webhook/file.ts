import { type Document, isMap, Pair, YAMLMap } from 'yaml'
import { putInComponent, renameComponent } from '../../../../../src/pipeline/editing/components.ts'
import { editText } from '../../../../../src/pipeline/editing/edit-text.ts'
import {
  componentsOf,
  type FileValue,
  mapAt,
  nodeOf,
  pairOf,
  textOf,
} from '../../../../../src/pipeline/editing/nodes.ts'
import { parsedDocument } from '../../../../../src/pipeline/editing/parsed-document.ts'

/** A file in which one component's parameters were replaced. */
export interface Changed {
  /** The component alone, as written in the file, without its indentation. */
  readonly component: string
  /** The whole file with the change. Its comments and all else that it states stay. */
  readonly file: string
}

type Parameters = Readonly<Record<string, unknown>>

/**
 * Writes `parameters` into component `name` of a pipeline file. Another `componentName` renames the component
 * and every link that names it. Undefined when the file cannot be read or has no such component.
 */
export function withParameters(text: string, name: string, parameters: Parameters): Changed | undefined {
  let component: string | undefined
  const file = editText(text, (document) => {
    const components = componentsOf(document)
    const pair = components && pairOf(components, name)
    if (pair === undefined || !isMap(pair.value)) return
    write(document, name, parameters)
    const wanted = parameters['componentName']
    if (typeof wanted === 'string') renameComponent(document, name, wanted)
    component = alone(document, pair)
  })
  return file === undefined || component === undefined ? undefined : { component, file }
}

/** What stays the same keeps its place, its comments and its quotes. */
function write(document: Document, name: string, parameters: Parameters): void {
  const stated = mapAt(document, ['pipeline', 'components', name, 'parameters'])?.items ?? []
  for (const key of stated.map((pair) => textOf(pair.key)))
    if (!Object.hasOwn(parameters, key)) putInComponent(document, name, ['parameters', key], undefined)
  for (const [key, value] of Object.entries(parameters))
    putInComponent(document, name, ['parameters', key], value as FileValue)
}

/** In lines of its own, where the file is JSON too. */
function alone(document: Document, { key, value }: Pair): string {
  const component = value as YAMLMap
  const shown = component.flow === true ? nodeOf(component.toJS(document), true) : component
  const text = parsedDocument('')
  const contents = new YAMLMap()
  contents.items.push(new Pair(key, shown))
  text.contents = contents as never
  return text.toString({ lineWidth: 0, flowCollectionPadding: false })
}
