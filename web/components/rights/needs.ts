import type { operations } from '../../../openapi/types.generated.ts'

export type Permissions = operations['getUserPermissions']['responses'][200]['content']['application/json']
type ProjectRights = Permissions['projects']['results'][number]

interface InProject {
  readonly projectId: string
  /** As the API names it, e.g. `schedules:write`. */
  readonly permission: string
  /** With `access`: the environment in which that is needed too. */
  readonly environmentName?: string
  readonly access?: 'environment:run' | 'environment:admin'
}

/** For what belongs to no project yet: a permission that one of the user's projects gives. */
interface InSomeProject {
  readonly permissionInSomeProject: string
}

/** What a control or a page needs: a role of the account, a role in some project, or permissions. */
export type Need = 'administrator' | 'projectCreator' | 'member' | InSomeProject | InProject

/** What is needed, and whom to ask for it: for those who do not have it. */
export function sentenceOfNeed(need: Need): string {
  const fromInstallation = 'Ask an administrator of this installation.'
  if (need === 'administrator') return `This needs the account role SUPER_ADMIN. ${fromInstallation}`
  if (need === 'projectCreator')
    return `This needs the account permission PROJECT_CREATOR. ${fromInstallation}`
  if (need === 'member')
    return 'This needs a role in a project. Ask an administrator of a project, or of this installation, to add you as a member.'
  if ('permissionInSomeProject' in need)
    return `This needs the permission ${need.permissionInSomeProject} in a project. Ask an administrator of a project.`
  const { permission, access, environmentName } = need
  const inEnvironment =
    access === undefined ? '' : ` and ${access} in ${environmentName ?? 'one of its environments'}`
  return `This needs the permission ${permission} in this project${inEnvironment}. Ask an administrator of the project.`
}

export interface Rights {
  readonly isAdministrator: boolean
  readonly accountPermissions: readonly string[]
  /** Undefined while the user's permissions are not known. */
  readonly projects: readonly ProjectRights[] | undefined
}

/**
 * Whether the user has what is needed, as far as the interface knows: what is not known (a project that was
 * created just now, an environment beyond the list) counts as permitted, and the API decides.
 */
export function meets({ isAdministrator, accountPermissions, projects }: Rights, need: Need): boolean {
  if (isAdministrator) return true
  if (need === 'administrator') return false
  if (need === 'projectCreator') return accountPermissions.includes('PROJECT_CREATOR')
  if (projects === undefined) return true
  if (need === 'member') return projects.length > 0
  if ('permissionInSomeProject' in need)
    return projects.some(({ permissions }) => permissions.includes(need.permissionInSomeProject))
  const project = projects.find(({ projectId }) => projectId === need.projectId)
  return project === undefined || allows(project, need)
}

function allows(
  { permissions, environments }: ProjectRights,
  { permission, environmentName, access }: InProject,
): boolean {
  if (!permissions.includes(permission)) return false
  if (access === undefined) return true
  if (environmentName === undefined) {
    return environments.length === 0 || environments.some((one) => one.permissions.includes(access))
  }
  const environment = environments.find((one) => one.environmentName === environmentName)
  return environment === undefined || environment.permissions.includes(access)
}
