import type { operations } from '../../../../openapi/types.generated.ts'

export type Roles = operations['getUserRoles']['responses'][200]['content']['application/json']
export type ProjectRole = Roles['projectRoles'][number]['role']
export type Access = Roles['environmentAccess'][number]['access']

/** What the parts of the role editor share: the whole set of roles, and how to replace it. */
export interface RolesEditorProps {
  readonly value: Roles
  readonly onChange: (roles: Roles) => void
}

export const accountRoles = [
  { value: 'USER', label: 'User: only the roles below' },
  { value: 'SUPER_ADMIN', label: 'Administrator: full access' },
]
export const projectRoles = [
  { value: 'READ_ONLY', label: 'Read only' },
  { value: 'CONTRIBUTOR', label: 'Contributor' },
  { value: 'ADMIN', label: 'Administrator' },
]
export const accesses = [
  { value: 'NO_ACCESS', label: 'No access' },
  { value: 'READ_ONLY', label: 'Read only' },
  { value: 'RUNNER', label: 'Run pipelines' },
  { value: 'ADMIN', label: 'Administrator' },
]
