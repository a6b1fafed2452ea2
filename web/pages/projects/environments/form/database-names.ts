import type { Environment } from '../shapes.ts'

type Databases = NonNullable<Environment['databases']>

/** One name per line: `NAME`, `NAME = database`, `NAME = database.schema` or `NAME = .schema`. */
export const databasesText = (databases: Databases = {}): string =>
  Object.entries(databases)
    .map(([name, { database = '', schema }]) => {
      const place = schema === undefined ? database : `${database}.${schema}`
      return place === '' ? name : `${name} = ${place}`
    })
    .join('\n')

const line = /^\s*([^=\s]+)\s*(?:=\s*([^.\s]*)(?:\.(.*\S))?\s*)?$/

const linesOf = (text: string): readonly string[] => text.split('\n').filter((one) => one.trim() !== '')

/** What the lines say; those that say nothing are left out. */
export const databasesOf = (text: string): Databases =>
  Object.fromEntries(
    linesOf(text).flatMap((one) => {
      const [, name, database = '', schema] = line.exec(one) ?? []
      if (name === undefined) return []
      const mapped = {
        ...(database !== '' && { database }),
        ...(schema !== undefined && { schema }),
      }
      return [[name, mapped]]
    }),
  )

/** The first line that cannot be read, or undefined. */
export const unreadableLine = (text: string): string | undefined =>
  linesOf(text).find((one) => !line.test(one))
