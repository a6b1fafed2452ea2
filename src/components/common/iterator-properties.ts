import Type from 'typebox'
import { choice } from './properties.ts'

/**
 * Properties that every iterator has (pipelines.md §2.7). The flow reads the first two. An iterator cannot be
 * stopped by a condition here, and says so rather than running on.
 */
export const iteratorProperties = {
  concurrency: Type.Optional(choice('Concurrency', ['Sequential', 'Concurrent'])),
  breakOnFailure: Type.Optional(choice('Break on Failure', ['Yes', 'No'])),
  stopOnCondition: Type.Optional(choice('Stop on Condition', ['No'])),
  recordValuesInTaskHistory: Type.Optional(choice('Record Values in Task History', ['Yes', 'No'])),
}
