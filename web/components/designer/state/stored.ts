/** A file of a branch, as one user edits it. */
export interface FileKey {
  readonly projectId: string
  readonly branch: string
  readonly path: string
}

/** Where the text of a file comes from. */
export interface StoredText {
  readonly text: string
  /** The commit that it was made on; absent for a file that no commit has. */
  readonly baseCommit: string | undefined
  /** Of the draft; undefined while there is none. */
  readonly etag: string | undefined
}

export type Saved = { readonly etag: string | undefined } | { readonly conflict: StoredText | undefined }
