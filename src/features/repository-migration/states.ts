export type MigrationState = 'IN_PROGRESS' | 'SUCCEEDED' | 'FAILED'

/**
 * The whole life of a migration (decisions.md §11). While it is IN_PROGRESS it locks the project's
 * repository.
 */
export const migrationLife = {
  title: 'Repository migration (`status`)',
  next: { IN_PROGRESS: ['SUCCEEDED', 'FAILED'], SUCCEEDED: [], FAILED: [] },
} as const satisfies { title: string; next: Record<MigrationState, readonly MigrationState[]> }

/**
 * What a migration in progress is doing. Until SWITCHING nothing of the project has changed, so a migration
 * whose process was lost begins again at WAITING. Only ROTATING_TOKEN cannot be repeated: the token may be
 * used up.
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
