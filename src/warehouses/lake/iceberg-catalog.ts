/** A catalog of Iceberg tables that speaks Iceberg's REST interface. */
export interface IcebergCatalog {
  /** Where it answers, without `/v1`. */
  readonly url: string
  /** What it calls the warehouse. */
  readonly warehouse: string
  /** A token, or a client that fetches tokens from `tokenUrl`; without any the catalog asks for none. */
  readonly credentials?:
    | { readonly token: string }
    | { readonly clientId: string; readonly clientSecret: string; readonly tokenUrl: string }
    | undefined
  /** The prefix of the object store below which the files of its tables are, with a slash at its end. */
  readonly files: string
}

/** The hosts that a catalog makes a runner connect to. */
export const hostsOf = ({ url, credentials }: IcebergCatalog): readonly string[] =>
  [url, ...(credentials !== undefined && 'tokenUrl' in credentials ? [credentials.tokenUrl] : [])].map(
    (address) => new URL(address).hostname,
  )
