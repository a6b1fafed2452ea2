import type { DatabaseName } from '../database-name.ts'

/** A SQL warehouse of a Databricks workspace, and where in Unity Catalog its SQL runs. */
export interface DatabricksConnection {
  readonly type: 'DATABRICKS'
  /** The address of the workspace, without a path. */
  readonly url: string
  /** The id of the SQL warehouse that computes. */
  readonly warehouseId: string
  readonly credentials:
    | { readonly kind: 'token'; readonly token: string }
    | { readonly kind: 'oauth'; readonly clientId: string; readonly clientSecret: string }
  /** The catalog and the schema that bare names mean; the schema is made at first use where it is missing. */
  readonly catalog: string
  readonly schema: string
  /** What names of databases in SQL and parameters stand for: catalogs. */
  readonly databases?: readonly DatabaseName[] | undefined
}
