export type ProjectRole = 'ADMIN' | 'CONTRIBUTOR' | 'READ_ONLY'

/** What a person or program may do in a project. */
export type ProjectPermission =
  | 'project:read'
  | 'project:write'
  | 'project:delete'
  | 'environments:read'
  | 'environments:write'
  | 'artifacts:read'
  | 'artifacts:publish'
  | 'executions:read'
  | 'executions:run'
  | 'executions:cancel'
  | 'variables:read'
  | 'variables:write'
  | 'schedules:read'
  | 'schedules:write'
  | 'repository:read'
  | 'repository:push'
  | 'repository:write'
  | 'secrets:read'
  | 'secrets:write'
  | 'connections:read'
  | 'connections:override'
  | 'connections:write'
  | 'connectors:read'
  | 'connectors:write'
  | 'oauths:read'
  | 'oauths:write'
  | 'alerts:write'
  | 'shared-pipelines:write'

const readOnly: readonly ProjectPermission[] = [
  'project:read',
  'environments:read',
  'artifacts:read',
  'executions:read',
  'variables:read',
  'schedules:read',
  'repository:read',
  'secrets:read',
  'connections:read',
  'connectors:read',
  'oauths:read',
]
const contributor: readonly ProjectPermission[] = [
  ...readOnly,
  'artifacts:publish',
  'executions:run',
  'executions:cancel',
  'variables:write',
  'schedules:write',
  'repository:push',
  'secrets:write',
  'connections:override',
  'connectors:write',
]
const admin: readonly ProjectPermission[] = [
  ...contributor,
  'project:write',
  'project:delete',
  'environments:write',
  'repository:write',
  'connections:write',
  'oauths:write',
  'alerts:write',
  'shared-pipelines:write',
]

const permissionsOf: Readonly<Record<ProjectRole, readonly ProjectPermission[]>> = {
  READ_ONLY: readOnly,
  CONTRIBUTOR: contributor,
  ADMIN: admin,
}

/** Whether a role in a project includes the permission (decisions.md §2). */
export const allows = (role: ProjectRole, permission: ProjectPermission): boolean =>
  permissionsOf[role].includes(permission)

/** The roles in a project that include the permission. */
export const rolesWith = (permission: ProjectPermission): ProjectRole[] =>
  (['ADMIN', 'CONTRIBUTOR', 'READ_ONLY'] as const).filter((role) => allows(role, permission))

/** Everything a role in a project allows. */
export const permissionsIn = (role: ProjectRole): readonly ProjectPermission[] => permissionsOf[role]

export type EnvironmentAccess = 'ADMIN' | 'RUNNER' | 'READ_ONLY' | 'NO_ACCESS'
/** `run`: start executions there. `admin`: change the environment and its overrides. */
export type EnvironmentPermission = 'environment:read' | 'environment:run' | 'environment:admin'

const ranks: Readonly<Record<EnvironmentAccess, number>> = { NO_ACCESS: 0, READ_ONLY: 1, RUNNER: 2, ADMIN: 3 }
const needed: Readonly<Record<EnvironmentPermission, number>> = {
  'environment:read': 1,
  'environment:run': 2,
  'environment:admin': 3,
}

/** Whether access to an environment includes the permission (decisions.md §2). */
export const environmentAllows = (access: EnvironmentAccess, permission: EnvironmentPermission): boolean =>
  ranks[access] >= needed[permission]

const accessOfLevel = {
  admin: 'ADMIN',
  runner: 'RUNNER',
  readOnly: 'READ_ONLY',
  noAccess: 'NO_ACCESS',
} as const

/**
 * What a caller may do in one environment: an administrator everything; else what was given to it there; else
 * the environment's `defaultUserAccessLevel`, which a read-only role in the project narrows to reading.
 */
export function effectiveAccess(
  role: ProjectRole,
  given: EnvironmentAccess | undefined,
  byDefault: keyof typeof accessOfLevel,
): EnvironmentAccess {
  if (role === 'ADMIN') return 'ADMIN'
  if (given !== undefined) return given
  const access = accessOfLevel[byDefault]
  return role === 'READ_ONLY' && ranks[access] > ranks.READ_ONLY ? 'READ_ONLY' : access
}
