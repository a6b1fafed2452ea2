import { pipelineNameOf } from '../../../../src/pipeline/names.ts'
import type { FileChange } from './file-change.ts'

const verbs = { added: 'Add', changed: 'Change', deleted: 'Delete', same: 'Keep' } as const

/** What a commit of these changes may say, e.g. `Add Orders/Load and Orders/Report`. */
export function suggestedMessage(changes: readonly Pick<FileChange, 'path' | 'kind'>[]): string {
  const real = changes.filter(({ kind }) => kind !== 'same')
  const kinds = new Set(real.map(({ kind }) => kind))
  const verb = kinds.size === 1 ? verbs[real[0]!.kind] : verbs.changed
  const names = real.map(({ path }) => pipelineNameOf(path)?.name ?? path)
  if (names.length === 0) return ''
  return `${verb} ${names.length > 2 ? `${names.length} files` : names.join(' and ')}`
}
