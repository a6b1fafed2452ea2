import Type, { type TProperties } from 'typebox'

/** Kinds of properties. Pipeline files write nearly every value as text, so these few cover them all. */

export const text = (title: string, description?: string) =>
  Type.String({ title, ...(description === undefined ? {} : { description }) })

/** Text of several lines: a script or a statement in a language, or plain. */
export const code = (
  title: string,
  editor: 'sql' | 'python' | 'bash' | 'json' | 'text',
  description?: string,
) => Type.String({ title, editor, ...(description !== undefined && { description }) })

/** What a property means only while another one has one of these values; forms leave it out otherwise. */
export type When = Readonly<Record<string, readonly string[]>>

/** Properties that forms show only while others have certain values. A file may state them at any time. */
export function shownWhen<P extends TProperties>(when: When, properties: P): P {
  const shown = Object.entries(properties).map(([name, schema]) => [name, Object.assign(schema, { when })])
  return Object.fromEntries(shown) as P
}

/** Other spellings, which files have and forms do not offer. */
export function olderSpellings<P extends TProperties>(properties: P): P {
  const older = Object.entries(properties).map(([name, schema]) => [
    name,
    Object.assign(schema, { older: true }),
  ])
  return Object.fromEntries(older) as P
}

/** One of `choices`, in any case; `run` gets the spelling listed here. */
export const choice = (title: string, choices: readonly string[]) => Type.String({ title, choices })

export const yesNo = (title: string) => choice(title, ['Yes', 'No'])

export const list = (title: string) => Type.Array(Type.String(), { title })

/** Text that is the name of a variable; validation looks whether there is one of this kind. */
export const variableName = (title: string, names: 'scalar' | 'grid') => Type.String({ title, names })

export const scalarNames = (title: string) => Type.Array(Type.String(), { title, names: 'scalar' })

/**
 * Rows of cells; `columns` says what each cell is. `variable` and `scalar variable` are names of variables.
 */
export const rows = (title: string, ...columns: readonly string[]) =>
  Type.Array(Type.Array(Type.String()), { title, columns })

/** A block of parameters with keys of its own, all of them optional. Unknown keys in it are accepted. */
export const block = <P extends TProperties>(title: string, properties: P, description?: string) =>
  Type.Partial(Type.Object(properties), { title, ...(description !== undefined && { description }) })

/** A list of blocks of parameters. */
export const blocks = <P extends TProperties>(title: string, properties: P, description?: string) =>
  Type.Array(Type.Object(properties), { title, ...(description !== undefined && { description }) })

/** Databases and schemas may be left to the environment (pipelines.md §1). */
export const environmentDefault = '[Environment Default]'
