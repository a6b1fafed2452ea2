import type { AccountRole } from '../../../http/caller.ts'
import type { SecondFactorPolicy } from './schema.ts'

/** What a user must do after the password. */
export type Needs = 'CODE' | 'ENROLMENT'

/** Whether the installation demands one of users with this role. */
export const isRequired = (policy: SecondFactorPolicy, role: AccountRole): boolean =>
  policy === 'EVERYBODY' || (policy === 'ADMINISTRATORS' && role === 'SUPER_ADMIN')

/** Undefined: nothing more, the session begins. */
export const neededBy = (isEnrolled: boolean, required: boolean): Needs | undefined => {
  if (isEnrolled) return 'CODE'
  return required ? 'ENROLMENT' : undefined
}
