import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'

/**
 * The validator of a schema, compiled when it is first asked for. Compiling a large schema takes tens of
 * milliseconds and hundreds of kilobytes, and a process reads only some of the messages whose schemas it
 * knows.
 */
export function compiled(schema: TSchema): () => ReturnType<typeof Compile> {
  let validator: ReturnType<typeof Compile> | undefined
  return () => {
    validator ??= Compile(schema)
    return validator
  }
}
