/**
 * The state machine of a migration (decisions.md §11). While it is IN_PROGRESS it locks the project's
 * repository.
 */
export const migrationLife = {
  title: 'Repository migration (`status`)',
  next: { IN_PROGRESS: ['SUCCEEDED', 'FAILED'], SUCCEEDED: [], FAILED: [] },
} as const

export type MigrationState = keyof typeof migrationLife.next

export const migrationStates = Object.keys(migrationLife.next) as MigrationState[]

/** What a migration in progress may become: the store can write no other state after IN_PROGRESS. */
export type MigrationEnd = (typeof migrationLife.next)['IN_PROGRESS'][number]

/**
 * What a migration in progress is doing. Until SWITCHING nothing of the project has changed, so a migration
 * whose process was lost starts again at WAITING. Only ROTATING_TOKEN cannot be repeated: the token may no
 * longer be valid.
 */
export type MigrationPhase =
  | 'ROTATING_TOKEN'
  | 'WAITING'
  | 'COPYING'
  | 'CHECKING'
  | 'PUSHING'
  | 'COMPARING'
  | 'SWITCHING'
  | 'ENDED'

export const isRepeatable = (phase: MigrationPhase): boolean => phase !== 'ROTATING_TOKEN'
