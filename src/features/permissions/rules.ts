import type { From, ProjectPermissions } from './schema.ts'

export type ProjectRole = ProjectPermissions['role']
export type EnvironmentAccess = ProjectPermissions['environments'][number]['access']
export type Level = 'admin' | 'runner' | 'readOnly' | 'noAccess'

export interface Given<T> {
  readonly value: T
  readonly from: From[number]
}

/** What the database knows of a person in one project. */
export interface ProjectFacts {
  readonly projectId: string
  readonly name: string
  readonly roles: readonly Given<ProjectRole>[]
  readonly environments: readonly {
    readonly name: string
    readonly level: Level
    readonly given: readonly Given<EnvironmentAccess>[]
  }[]
}

/** How roles are judged everywhere; passed in, so that the explanation cannot say anything else. */
export interface Judgement {
  permissionsIn(role: ProjectRole): readonly string[]
  effectiveAccess(
    role: ProjectRole,
    given: EnvironmentAccess | undefined,
    byDefault: Level,
  ): EnvironmentAccess
  environmentAllows(access: EnvironmentAccess, permission: EnvironmentPermission): boolean
}
type EnvironmentPermission = 'environment:read' | 'environment:run' | 'environment:admin'

/** Strongest first. */
export const roleOrder: readonly ProjectRole[] = ['ADMIN', 'CONTRIBUTOR', 'READ_ONLY']
/** Strongest first. */
export const accessOrder: readonly EnvironmentAccess[] = ['ADMIN', 'RUNNER', 'READ_ONLY', 'NO_ACCESS']
const environmentPermissions = ['environment:read', 'environment:run', 'environment:admin'] as const

/** What a person may do in a project, and why. Undefined when the person cannot see the project. */
export function explainProject(
  facts: ProjectFacts,
  isSuperAdmin: boolean,
  superAdminFrom: From,
  judge: Judgement,
): ProjectPermissions | undefined {
  const best = isSuperAdmin
    ? 'ADMIN'
    : roleOrder.find((role) => facts.roles.some(({ value }) => value === role))
  if (best === undefined) return undefined
  return {
    projectId: facts.projectId,
    name: facts.name,
    role: best,
    roleFrom: isSuperAdmin ? superAdminFrom : givers(facts.roles, best),
    permissions: [...judge.permissionsIn(best)],
    environments: facts.environments.map((environment) => explainEnvironment(environment, best, judge)),
  }
}

function explainEnvironment(
  { name, level, given }: ProjectFacts['environments'][number],
  role: ProjectRole,
  judge: Judgement,
): ProjectPermissions['environments'][number] {
  const direct = given.filter(({ from }) => from.kind === 'USER')
  const counted = direct.length > 0 ? direct : given
  const best = accessOrder.find((access) => counted.some(({ value }) => value === access))
  const access = judge.effectiveAccess(role, best, level)
  const because = role === 'ADMIN' ? 'PROJECT_ADMIN' : best === undefined ? 'DEFAULT' : 'GIVEN'
  return {
    environmentName: name,
    access,
    because,
    accessFrom: because === 'GIVEN' ? givers(counted, best!) : [],
    permissions: environmentPermissions.filter((permission) => judge.environmentAllows(access, permission)),
  }
}

const givers = <T>(given: readonly Given<T>[], value: T): From =>
  given.filter((one) => one.value === value).map(({ from }) => from)
