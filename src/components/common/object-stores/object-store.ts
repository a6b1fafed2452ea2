/**
 * One object of an object store, written whole or not at all. All throw StoreError or the signal's reason.
 */
export interface ObjectStore {
  /** For messages: `s3://bucket/key`. */
  readonly shown: string
  /** Writes a small object at once. */
  put(body: Buffer): Promise<void>
  /** For more than one part: nothing of it can be seen before `complete`. */
  begin(): Promise<PartedUpload>
}

export interface PartedUpload {
  /** The next part, in order. */
  part(body: Buffer): Promise<void>
  complete(): Promise<void>
  /** Removes what was sent, as far as the store allows; never throws. */
  abort(): Promise<void>
}

/** Between what providers take for a part (5 MiB at least) and what a runner can spare for each transfer. */
export const PART_BYTES = 8 * 1024 * 1024
