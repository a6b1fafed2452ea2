/**
 * Channels of the database on which processes notify each other; what is missed is found by looking again.
 */

/** A sample is wanted. Payload: its id; nothing when notifications may have been missed. */
export const SAMPLE_CHANNEL = 'sample_wanted'

/** A runner answered. Payload: the id; nothing when notifications may have been missed. */
export const SAMPLED_CHANNEL = 'sample_taken'

/** Nobody waits for a sample any more. Payload: the session that was asked, and the id. */
export const SAMPLE_CANCEL_CHANNEL = 'sample_cancelled'
