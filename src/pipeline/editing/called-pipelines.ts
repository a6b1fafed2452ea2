import { type Document, isMap, type YAMLMap } from 'yaml'
import { callingComponents } from '../calls.ts'
import type { PipelineKind } from '../model.ts'
import { pipelineNameOf, pipelineReference } from '../names.ts'
import { editText } from './edit-text.ts'
import { componentsOf, mapAt, nodeAt, ownValue, pairOf, putValue, textOf } from './nodes.ts'

/** A pipeline that gets another name, both without the ending of its file. */
export interface RenamedPipeline {
  readonly kind: PipelineKind
  readonly from: string
  readonly to: string
}

/**
 * The text of another pipeline or of a test, in which everything that runs the pipeline runs it by its new
 * name, and what a test expects of its steps is expected of that one. Names that variables are part of stay:
 * what they become is only known while they run. undefined when the text is not one valid YAML document.
 */
export function renameCalled(text: string, renamed: RenamedPipeline): string | undefined {
  return editText(text, (document) => {
    for (const { value } of componentsOf(document)?.items ?? [])
      if (isMap(value)) renameInComponent(document, value, renamed)
    renameAt(document, mapAt(document, ['test', 'run']), renamed.kind, renamed)
    for (const { value } of mapAt(document, ['test', 'expect', 'steps'])?.items ?? [])
      if (isMap(value)) renameAt(document, value, 'pipeline', renamed)
  })
}

function renameInComponent(document: Document, component: YAMLMap, renamed: RenamedPipeline): void {
  const how = callingComponents.get(textOf(component.get('type')))
  if (how?.kind !== renamed.kind) return
  const named = nodeAt(document, component, ['parameters', how.parameter])
  if (named === undefined || nameAfter(textOf(named), renamed) === undefined) return
  const parameters = pairOf(component, 'parameters')!
  const own = ownValue(document, parameters)
  if (isMap(own)) renameAt(document, own, how.parameter, renamed)
}

function renameAt(document: Document, map: YAMLMap | undefined, key: string, renamed: RenamedPipeline): void {
  const named = map && nodeAt(document, map, [key])
  const after = named === undefined ? undefined : nameAfter(textOf(named), renamed)
  if (map !== undefined && after !== undefined) putValue(document, map, key, after)
}

/**
 * What stands in place of a reference that means the pipeline, with its ending where it had one; undefined
 * when it means another.
 */
function nameAfter(reference: string, { kind, from, to }: RenamedPipeline): string | undefined {
  if (reference.includes('${') || pipelineReference(reference) !== from) return undefined
  const ending = pipelineNameOf(reference)
  if (ending !== undefined && ending.kind !== kind) return undefined
  return ending === undefined ? to : `${to}${/\.(?:orch|tran)\.yaml$/.exec(reference)![0]}`
}

interface File {
  readonly path: string
  readonly text: string
}

/**
 * Those of the files that run the pipeline, with the text that they are to have, and the paths of those that
 * name it and cannot be changed by a program: they are not valid YAML, or an alias repeats the name.
 */
export function renameInFiles(
  files: readonly File[],
  renamed: RenamedPipeline,
): { readonly changed: readonly File[]; readonly unchangeable: readonly string[] } {
  const results = files.map(({ path, text }) => ({ path, text, after: renameCalled(text, renamed) }))
  return {
    changed: results.flatMap(({ path, text, after }) =>
      after === undefined || after === text ? [] : [{ path, text: after }],
    ),
    unchangeable: results
      .filter(({ text, after }) => after === undefined && names(text, renamed.from))
      .map(({ path }) => path),
  }
}

/** Whether a text that no program can change has the name where a value stands. */
const names = (text: string, name: string): boolean =>
  ['', '"', "'"].some((quote) =>
    text
      .split(`: ${quote}${name}`)
      .slice(1)
      .some((rest) => /^(?:["'\s,}]|\.(?:orch|tran)\.yaml|$)/.test(rest)),
  )

/** What the user has to do before the pipeline can be renamed. */
export const unchangeableSentence = (paths: readonly string[]): string =>
  `${paths.join(', ')} may run it and cannot be changed automatically: correct the YAML, or write the name without an alias`
