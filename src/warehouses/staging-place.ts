/** A folder in S3 that a database reads files from, and the key with which the runner writes them. */
export interface StagingPlace {
  /** `s3://bucket/folder`. */
  readonly url: string
  readonly region: string
  /** Where S3 answers; Amazon's public address of the region unless stated. */
  readonly endpoint?: string | undefined
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}
