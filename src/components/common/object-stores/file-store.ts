/** A file that a listing found. */
export interface FileEntry {
  /** Below the bucket, or below the folder of files. */
  readonly name: string
  readonly bytes: number
  /** Changes with its content. */
  readonly version: string
  /** When it was changed last; undefined where the store does not say. */
  readonly modified: Date | undefined
}

/**
 * Files that are listed and read: a bucket, or a folder of the runner. All methods throw StoreError or the
 * signal's reason.
 */
export interface FileStore {
  /** What files are looked for below, or what their names begin with. */
  readonly path: string
  /** For messages: `s3://bucket/orders.csv`. */
  shown(name: string): string
  /** Every file whose name begins with `path`, page by page. */
  list(): AsyncGenerator<readonly FileEntry[]>
  /** The bytes of a file, as it was when it was listed. */
  read(file: FileEntry): AsyncGenerator<Buffer>
  /** Removes a file, unless it has changed since it was listed. */
  remove(file: FileEntry): Promise<void>
}
