import { inSlices } from '../lib/in-slices.ts'
import { oneAtATime } from '../lib/one-at-a-time.ts'
import type { ComponentCatalog } from './catalog.ts'
import { type SourceFile, type Validation, validationSteps } from './validate.ts'

/** What validation says of the files that `read` gives, which is called once it is their turn. */
export type Validator = (read: () => Promise<readonly SourceFile[]>, warehouse: string) => Promise<Validation>

/**
 * Validation for a server, which has other things to do too: in slices that leave the thread to others, and of one
 * project at a time. Two at once would hold the thread twice as long, and twice the files in memory. Make one for the
 * whole process.
 */
export function createValidator(catalog: ComponentCatalog): Validator {
  const inTurn = oneAtATime()
  return (read, warehouse) =>
    inTurn(async () => inSlices(validationSteps(await read(), catalog, { warehouse })))
}
