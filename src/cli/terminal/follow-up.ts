import type { Context } from './context.ts'

/**
 * Does what follows something that was made. Where that fails, `--json` prints what was made all the same:
 * programs would not know its id.
 */
export async function followUp<T>(
  { json, printJson }: Context,
  made: object,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (json) printJson(made)
    throw error
  }
}
