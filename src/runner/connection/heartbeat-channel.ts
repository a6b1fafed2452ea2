/** What the thread of the heartbeats is started with. */
export interface HeartbeatStart {
  readonly apiUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly instanceSecret: string
  /** Two numbers that both threads see: how often the main one has been alive, and its components at work. */
  readonly shared: SharedArrayBuffer
}

export const ALIVE = 0
export const COMPONENTS = 1
export const SHARED_BYTES = 2 * Int32Array.BYTES_PER_ELEMENT

/** To the thread: whose lease it looks after; none without a session. */
export interface HeartbeatOrder {
  readonly session: string | undefined
  readonly heartbeatMs: number
}

/**
 * From the thread, when the main one is back: how long it was away, and whether the API took a heartbeat
 * meanwhile.
 */
export interface HeartbeatNews {
  readonly awayMs: number
  readonly heartbeats: number
}
