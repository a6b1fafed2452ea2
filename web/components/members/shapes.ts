import type { operations } from '../../../openapi/types.generated.ts'

export type Principal =
  operations['listMemberCandidates']['responses'][200]['content']['application/json']['results'][number]
export type Role = operations['setProjectMember']['requestBody']['content']['application/json']['role']
export type Access =
  operations['setEnvironmentMember']['requestBody']['content']['application/json']['access']

export const kindWords: Readonly<Record<Principal['kind'], string>> = {
  USER: 'User',
  GROUP: 'Group',
  CREDENTIAL: 'Credential',
}

/** A value of the API and its label. */
export interface Choice<V extends string> {
  readonly value: V
  readonly label: string
}

export const roles: readonly Choice<Role>[] = [
  { value: 'READ_ONLY', label: 'Read only' },
  { value: 'CONTRIBUTOR', label: 'Contributor' },
  { value: 'ADMIN', label: 'Administrator' },
]

export const accesses: readonly Choice<Access>[] = [
  { value: 'NO_ACCESS', label: 'No access' },
  { value: 'READ_ONLY', label: 'Read' },
  { value: 'RUNNER', label: 'Run' },
  { value: 'ADMIN', label: 'Administer' },
]
