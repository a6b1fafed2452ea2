import type { Caller } from '../../../http/caller.ts'
import type { Trigger } from '../schema.ts'

/** The trigger of an execution that a caller starts: the API calls the web interface the designer. */
export const triggerOf = (caller: Caller): Trigger => (caller.inBrowser ? 'DESIGNER' : 'API')
