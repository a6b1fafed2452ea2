import { wrappingTypes } from '../../../../src/pipeline/catalog.ts'
import type { LinkKind } from '../../../../src/pipeline/editing/links.ts'
import type { PipelineKind } from '../../../../src/pipeline/model.ts'
import type { Link } from '../../pipeline-graph/links.ts'

/** The kinds of links that may leave a component, the usual one first. */
export function kindsFrom(pipeline: PipelineKind, type: string): readonly LinkKind[] {
  if (pipeline === 'transformation') return ['rows']
  if (type === 'start') return ['unconditional']
  if (type === 'end-success' || type === 'end-failure') return []
  if (type === 'if') return ['true', 'false', 'failure']
  if (type === 'and' || type === 'or') return ['unconditional']
  const after = ['success', 'failure', 'unconditional'] as const
  return wrappingTypes.has(type) ? ['repeats', ...after] : after
}

/**
 * What a newly drawn link says: the first kind that the component does not use yet, of those that one link
 * uses up. That the condition of an If cannot be evaluated is never meant unless it is said.
 */
export function usualKind(
  pipeline: PipelineKind,
  from: { readonly name: string; readonly type: string },
  links: readonly Link[],
): LinkKind | undefined {
  const kinds = kindsFrom(pipeline, from.type)
  const used = new Set(
    links.filter((link) => link.from === from.name).flatMap(({ conditions }) => conditions),
  )
  if (from.type === 'if') return used.has('true') && !used.has('false') ? 'false' : 'true'
  if (wrappingTypes.has(from.type)) return kinds.find((kind) => kind === 'success' || !used.has(kind))
  return kinds[0]
}
