import type { BasedText } from '../model/history.ts'

/** A file of a branch, as one user edits it. */
export interface FileKey {
  readonly projectId: string
  readonly branch: string
  readonly path: string
}

/** Where the text of a file comes from. */
export interface StoredText extends BasedText {
  /** Of the draft; undefined while there is none. */
  readonly etag: string | undefined
}

export type Saved = { readonly etag: string | undefined } | { readonly conflict: StoredText | undefined }
