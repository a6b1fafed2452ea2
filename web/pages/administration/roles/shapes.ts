import type { operations } from '../../../api/generated.ts'

export type Roles = operations['getUserRoles']['responses'][200]['content']['application/json']
export type ProjectRole = Roles['projectRoles'][number]['role']
export type Access = Roles['environmentAccess'][number]['access']

export const accountRoles = [
  { value: 'USER', label: 'User: what the roles below say' },
  { value: 'SUPER_ADMIN', label: 'Administrator: everything' },
]
export const projectRoles = [
  { value: 'READ_ONLY', label: 'Read only' },
  { value: 'CONTRIBUTOR', label: 'Contributor' },
  { value: 'ADMIN', label: 'Administrator' },
]
export const accesses = [
  { value: 'NO_ACCESS', label: 'No access' },
  { value: 'READ_ONLY', label: 'Read only' },
  { value: 'RUNNER', label: 'May run' },
  { value: 'ADMIN', label: 'Administrator' },
]
