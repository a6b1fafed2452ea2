import type { PipelineKind } from './model.ts'

const endings = { orchestration: '.orch.yaml', transformation: '.tran.yaml' } as const

/** The path of a new pipeline's file. An ending that was typed is not written twice. */
export const pathOf = (name: string, kind: PipelineKind): string =>
  `${name
    .trim()
    .replace(/^\/+/, '')
    .replace(/\.(orch|tran)\.yaml$/, '')}${endings[kind]}`

/** The kind that an ending in a name asks for; undefined without one. */
export const kindOfName = (name: string): PipelineKind | undefined =>
  (['orchestration', 'transformation'] as const).find((kind) => name.trim().endsWith(endings[kind]))

/** Why a name cannot be that of a file; undefined when it can. */
export function pathFault(name: string): string | undefined {
  const path = name.trim().replace(/^\/+/, '')
  if (path === '') return 'Enter a name'
  const parts = path.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'A folder needs a name'
  if (parts.some((part) => part.startsWith('.'))) return 'A name that begins with a dot is not published'
  return undefined
}

/** Why a pipeline cannot get a name; undefined when it can. `taken`: the paths of all pipelines beside it. */
export function newNameFault(
  name: string,
  { path, kind }: { readonly path: string; readonly kind: PipelineKind },
  taken: readonly string[],
): string | undefined {
  const wrong = pathFault(name)
  if (wrong !== undefined) return wrong
  if ((kindOfName(name) ?? kind) !== kind)
    return `It is ${kind === 'orchestration' ? 'an orchestration' : 'a transformation'}, and stays one`
  const after = pathOf(name, kind)
  if (after === path) return 'This is its name already'
  return taken.includes(after) ? `${after} is there already; choose another name` : undefined
}
