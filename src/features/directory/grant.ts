declare const entered: unique symbol

/** Proof that the caller may work on the directory; stores of other slices cannot be reached with it. */
export interface DirectoryGrant {
  readonly requireMeta: boolean
  /** The caller is an identity provider: it reaches only the users and groups that the directory made. */
  readonly byDirectory: boolean
  /** Whether passwords that the caller sends are stored. */
  readonly acceptsPasswords: boolean
  readonly [entered]: true
}
