import type { Caller } from '../../../http/caller.ts'
import type { NewExecution, Trigger } from '../schema.ts'

/**
 * The trigger of an execution that a caller starts: the API calls the web interface, and all that is
 * unpublished, the designer.
 */
export const triggerOf = (
  { inBrowser }: Caller,
  { ref, draft }: Pick<NewExecution, 'ref' | 'draft'> = {},
): Trigger => (inBrowser || ref !== undefined || draft !== undefined ? 'DESIGNER' : 'API')
