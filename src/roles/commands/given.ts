/** What a command was given besides settings. */
export interface Given {
  /** The word after the command's name; empty where it expects none. */
  readonly argument: string
  /** Names of the switches that are on. */
  readonly switches: ReadonlySet<string>
}
