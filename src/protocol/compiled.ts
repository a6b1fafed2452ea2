import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * The validator of a schema, compiled when it is first asked for: of a large schema that takes tens of milliseconds and
 * hundreds of kilobytes, and most processes need few of the schemas they know.
 */
export function compiled(schema: TSchema): () => ReturnType<typeof Compile> {
  let validator: ReturnType<typeof Compile> | undefined
  return () => {
    validator ??= Compile(schema)
    return validator
  }
}
