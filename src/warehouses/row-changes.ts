/** Rows that statements changed, by kind. */
export interface RowChanges {
  readonly inserted: number
  readonly updated: number
  readonly deleted: number
}

export const noRowChanges: RowChanges = { inserted: 0, updated: 0, deleted: 0 }

/** The sum of both; undefined when either is not known by kind. */
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
