import type { Answer } from '../../../client/operations.ts'
import type { Context } from '../../terminal/context.ts'

type Diff = Answer<'get', '/v1/shared-pipelines/artifacts/diff'>
type Parameter = Diff['added'][number]

/** The default of a parameter on one line. */
export const shownValue = (value: Parameter['defaultValue']): string => JSON.stringify(value)

/** Prints what changes for callers, one line a parameter, and whether they may have to be changed. */
export function printDiff(context: Context, diff: Diff): void {
  const { sharedPipelineId, fromVersionName: from, toVersionName: to, added, removed, changed } = diff
  if (!diff.isShared) {
    context.print(`Version ${to} does not share ${sharedPipelineId} any more.`)
    return
  }
  for (const one of added) context.print(`+ ${one.name}  ${one.type}${one.required ? '  required' : ''}`)
  for (const one of removed) context.print(`- ${one.name}  ${one.type}`)
  for (const { name, aspects, from: before, to: after } of changed)
    context.print(`~ ${name}  ${aspects.map((aspect) => aspectText(aspect, before, after)).join(', ')}`)
  if (added.length + removed.length + changed.length === 0)
    context.print(`The parameters of ${sharedPipelineId} are the same in ${from} and ${to}.`)
  else if (diff.breaking) context.print('Callers may have to be changed.')
}

function aspectText(
  aspect: Diff['changed'][number]['aspects'][number],
  from: Parameter,
  to: Parameter,
): string {
  switch (aspect) {
    case 'TYPE':
      return `type ${from.type} → ${to.type}`
    case 'DEFAULT':
      return `default ${shownValue(from.defaultValue)} → ${shownValue(to.defaultValue)}`
    case 'REQUIRED':
      return to.required ? 'now required' : 'no longer required'
    case 'COLUMNS':
      return `columns ${(from.columns ?? []).join(', ')} → ${(to.columns ?? []).join(', ')}`
    case 'DESCRIPTION':
      return 'description'
  }
}
