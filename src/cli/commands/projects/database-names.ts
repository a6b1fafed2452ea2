import type { Command } from 'commander'
import { Failure } from '../../../client/failure.ts'
import { collect } from '../../terminal/options.ts'

/** What names of databases stand for, as the API has it. */
export type Databases = Readonly<
  Record<string, { readonly database?: string | undefined; readonly schema?: string | undefined }>
>

/** Adds `--map-database`. */
export const withMapDatabase = (command: Command): Command =>
  command.option(
    '--map-database <name[=database[.schema]]>',
    "what a database's name in SQL stands for: another database, or without one the environment's own; may be repeated",
    collect,
  )

/** `RAW=raw.landing`, `RAW=raw`, `RAW=.landing` or `RAW`. */
export function mappedDatabase(text: string): readonly [string, Databases[string]] {
  const [, name, database = '', schema] = /^([^=]+)(?:=([^.]*)(?:\.(.+))?)?$/.exec(text) ?? []
  if (name === undefined)
    throw new Failure(`--map-database ${text}: expected a name.`, {
      hint: 'Write --map-database RAW=raw.landing, or --map-database RAW for the database of the environment itself',
    })
  return [name, { database: database === '' ? undefined : database, schema }]
}
