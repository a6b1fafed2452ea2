/**
 * Channels of the database on which processes notify each other; what is missed is found by looking again.
 */

/**
 * A connection is to be tested. Payload: the id of the probe; nothing when notifications may have been
 * missed.
 */
export const PROBE_CHANNEL = 'connection_probe'

/** A runner answered. Payload: the id of the probe; nothing when notifications may have been missed. */
export const PROBED_CHANNEL = 'connection_probed'
