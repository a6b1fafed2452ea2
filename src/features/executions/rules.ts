import type { Caller } from '../../http/caller.ts'
import type { Trigger } from './schema.ts'

/** By what an execution is started when a caller asks for it: the user interface is the designer of decisions.md §8. */
export const triggerOf = (caller: Caller): Trigger => (caller.inBrowser ? 'DESIGNER' : 'API')
