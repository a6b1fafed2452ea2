import { accessOrder, type Given, type Judgement, type Level, type ProjectRole, roleOrder } from '../rules.ts'
import type { EffectiveEnvironmentMember, EffectiveMember } from './schema.ts'

/** Whom something was granted to: the principal itself or one of its groups. */
export interface Giver {
  readonly id: string
  readonly kind: 'USER' | 'GROUP' | 'CREDENTIAL'
  readonly name: string
}

/** What the database knows of one principal that can enter a project. */
export interface MemberFacts {
  readonly member: { readonly id: string; readonly kind: 'USER' | 'CREDENTIAL'; readonly name: string }
  /** Itself and its groups, as far as they have the account role SUPER_ADMIN. */
  readonly administrators: readonly Giver[]
  readonly roles: readonly GivenTo<ProjectRole>[]
}

/** The same for one environment of the project. */
export interface EnvironmentMemberFacts extends MemberFacts {
  readonly given: readonly GivenTo<EffectiveEnvironmentMember['access']>[]
}

interface GivenTo<T> extends Omit<Given<T>, 'from'> {
  readonly from: Giver
}

const through = ({ kind, id, name }: Giver) => (kind === 'GROUP' ? { groupId: id, groupName: name } : {})
const kindOf = ({ kind }: Giver): 'DIRECT' | 'GROUP' => (kind === 'GROUP' ? 'GROUP' : 'DIRECT')
const decidingFirst = <T extends { readonly decides: boolean }>(sources: readonly T[]): T[] => [
  ...sources.filter(({ decides }) => decides),
  ...sources.filter(({ decides }) => !decides),
]

/**
 * The role of a member with all of its sources: the strongest counts, and account administrators have them
 * all.
 */
export function explainMember({ member, administrators, roles }: MemberFacts): EffectiveMember {
  const role =
    administrators.length > 0
      ? 'ADMIN'
      : roleOrder.find((wanted) => roles.some(({ value }) => value === wanted))!
  return {
    ...member,
    role,
    sources: decidingFirst([
      ...administrators.map((giver) => ({
        kind: 'ACCOUNT_ADMINISTRATOR' as const,
        role: 'ADMIN' as const,
        ...through(giver),
        decides: true,
      })),
      ...roles.map(({ value, from }) => ({
        kind: kindOf(from),
        role: value,
        ...through(from),
        decides: value === role,
      })),
    ]),
  }
}

/**
 * The access of a member to an environment with its sources: administrators have all of it, direct grants
 * take precedence over those of groups, and the default of the environment applies when nothing was granted.
 */
export function explainEnvironmentMember(
  facts: EnvironmentMemberFacts,
  byDefault: Level,
  effectiveAccess: Judgement['effectiveAccess'],
): EffectiveEnvironmentMember {
  const { role, sources } = explainMember(facts)
  const direct = facts.given.filter(({ from }) => from.kind !== 'GROUP')
  const counted = direct.length > 0 ? direct : facts.given
  const granted = accessOrder.find((wanted) => counted.some(({ value }) => value === wanted))
  const access = effectiveAccess(role, granted, byDefault)
  const isAdmin = role === 'ADMIN'
  const administration = sources
    .filter((source) => isAdmin && source.decides)
    .map(({ kind, role: _, ...source }) => ({
      kind: kind === 'ACCOUNT_ADMINISTRATOR' ? kind : ('PROJECT_ADMINISTRATOR' as const),
      access: 'ADMIN' as const,
      ...source,
    }))
  const grants = facts.given.map((grant) => ({
    kind: kindOf(grant.from),
    access: grant.value,
    ...through(grant.from),
    decides: !isAdmin && counted.includes(grant) && grant.value === granted,
  }))
  const fallback =
    isAdmin || granted !== undefined ? [] : [{ kind: 'DEFAULT' as const, access, decides: true }]
  return {
    ...facts.member,
    role,
    access,
    sources: decidingFirst([...administration, ...grants, ...fallback]),
  }
}
