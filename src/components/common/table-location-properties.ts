import Type from 'typebox'
import { text } from './properties.ts'

/** Where a table is; each part may be left to the environment. */
export const placeProperties = {
  database: Type.Optional(text('Database')),
  catalog: Type.Optional(text('Catalog')),
  schema: Type.Optional(text('Schema')),
}
