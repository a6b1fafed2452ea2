/** A name that SQL and parameters use for a database, and what it stands for in the environment. */
export interface DatabaseName {
  readonly name: string
  /** Another database than the environment's own. */
  readonly database?: string | undefined
  /** The schema of tables whose schema is left to the environment. */
  readonly schema?: string | undefined
}
