import Type from 'typebox'
import { choice } from './properties.ts'

/** Properties that every iterator has (pipelines.md §2.7). The flow reads them. */
export const iteratorProperties = {
  concurrency: Type.Optional(choice('Concurrency', ['Sequential', 'Concurrent'])),
  breakOnFailure: Type.Optional(choice('Break on Failure', ['Yes', 'No'])),
}
