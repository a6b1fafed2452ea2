/** One component of a pipeline in a test: type, parameters, and names of targets by condition. */
export interface Piece {
  readonly type: string
  readonly parameters?: Readonly<Record<string, unknown>>
  readonly links?: Readonly<Record<string, readonly string[]>>
  readonly more?: Readonly<Record<string, unknown>>
}

export interface PieceVariable {
  readonly type: 'TEXT' | 'NUMBER' | 'GRID'
  readonly scope?: 'COPIED' | 'SHARED'
  readonly visibility?: 'PUBLIC' | 'PRIVATE'
  readonly description?: string
  /** Of a grid, by their names. */
  readonly columns?: Readonly<Record<string, { readonly columnType: 'TEXT' | 'NUMBER' }>>
  readonly defaultValue: string | readonly (readonly string[])[]
}

/** The text of an orchestration file. JSON is YAML, which spares a test the indentation. */
export function orchestration(
  pieces: Readonly<Record<string, Piece>>,
  variables: Readonly<Record<string, PieceVariable>> = {},
): string {
  const components = Object.entries(pieces).map(([name, piece]) => [
    name,
    {
      type: piece.type,
      transitions: piece.links ?? {},
      parameters: { componentName: name, ...piece.parameters },
      ...piece.more,
    },
  ])
  const declared = Object.entries(variables).map(([name, { defaultValue, ...metadata }]) => [
    name,
    { metadata: { description: '', scope: 'SHARED', visibility: 'PUBLIC', ...metadata }, defaultValue },
  ])
  const pipeline = { components: Object.fromEntries(components), variables: Object.fromEntries(declared) }
  return JSON.stringify({ type: 'orchestration', version: '1.0', pipeline })
}

/** A component that runs a shell script. */
export const bash = (script: string, links: Piece['links'] = {}): Piece => ({
  type: 'bash-script',
  parameters: { script, timeout: '60' },
  links,
})

/** A component that runs a Python script. */
export const python = (script: string, links: Piece['links'] = {}): Piece => ({
  type: 'python-script',
  parameters: { script, timeout: '60' },
  links,
})

export const start = (...targets: string[]): Piece => ({ type: 'start', links: { unconditional: targets } })
