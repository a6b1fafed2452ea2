/**
 * Channels of the database on which processes notify each other. A notification is a hint: a process that
 * misses it finds the same with its next pass.
 */

/**
 * Executions were queued. Payload: the runner's id and, when there are any, the lowest of their ids and how
 * many they are, and which process recorded them already (`notifyQueued`); only the id when a runner may
 * serve again; nothing when notifications may have been missed.
 */
export const QUEUED_CHANNEL = 'execution_queued'

/**
 * An execution is to be cancelled. Payload: its id. The process that its runner is connected to passes it on.
 */
export const CANCEL_CHANNEL = 'execution_cancel'
