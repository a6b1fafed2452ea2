/**
 * Channels of the database on which processes notify each other; what is missed is found by looking again.
 */

/** A move began. Payload: nothing that counts. */
export const MOVE_CHANNEL = 'environment_move'

/** A move was cancelled. Payload: the session whose runner is at it, and the id. */
export const MOVE_STOPPED_CHANNEL = 'environment_move_stopped'
