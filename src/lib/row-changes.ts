/** What happened to rows of tables, told apart. */
export interface RowChanges {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

export const noRowChanges: RowChanges = { inserted: 0, updated: 0, deleted: 0 }

/** Both together; undefined, not told apart, makes the sum so too. */
export const sumOfChanges = (
  one: RowChanges | undefined,
  other: RowChanges | undefined,
): RowChanges | undefined =>
  one &&
  other && {
    inserted: one.inserted + other.inserted,
    updated: one.updated + other.updated,
    deleted: one.deleted + other.deleted,
  }
