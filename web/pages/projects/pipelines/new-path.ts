const endings = { orchestration: '.orch.yaml', transformation: '.tran.yaml' } as const

/** The path of a new pipeline's file. An ending that was typed is not written twice. */
export const pathOf = (name: string, kind: keyof typeof endings): string =>
  `${name
    .trim()
    .replace(/^\/+/, '')
    .replace(/\.(orch|tran)\.yaml$/, '')}${endings[kind]}`

/** The kind that an ending in a name asks for; undefined without one. */
export const kindOfName = (name: string): keyof typeof endings | undefined =>
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
