/**
 * Something happened that a trigger waits for, and is committed. No payload; the database's own trigger sends
 * it too.
 */
export const TRIGGER_DUE_CHANNEL = 'trigger_due'
