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

/** How roles or access are shown, and changed by who may. */
export interface Editing<V extends string> {
  /** What is given: `Role` or `Access`. */
  readonly noun: string
  readonly choices: readonly Choice<V>[]
  readonly mayChange: boolean
  /** Throws what went wrong. */
  readonly onGive: (principal: Principal, value: V) => Promise<void>
  /** Asks before it removes a direct grant. */
  readonly onTake: (member: Principal) => void
}

export const labelOf = <V extends string>(choices: readonly Choice<V>[], given: V): string =>
  choices.find(({ value }) => value === given)?.label ?? given

/** What lists of members keep in the address of their page. */
export const membersSearch = { view: 'text', find: 'text', from: 'text' } as const
