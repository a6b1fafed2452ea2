import { isUuid } from '../../../lib/ids.ts'
import type { Members } from '../scim/canonical.ts'
import { canonicalValue } from '../scim/canonical.ts'
import type { ElementFilter } from '../scim/filter.ts'
import { matches } from '../scim/matches.ts'
import { type Change, refuseTooMany } from '../scim/patch.ts'
import { ScimProblem, scimFault } from '../scim/scim-problem.ts'

/** A change of a group's members, before anybody looks whether they exist. */
export type MemberChange =
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly ids: readonly string[] }
  | { readonly kind: 'removeWhere'; readonly filters: readonly ElementFilter[] }

/**
 * What a patch of `members` means. Members are rows, not part of the group's attributes: a group of a hundred
 * thousand is changed by one without reading the others. Throws `mutability` for parts of a member, which
 * only the directory changes, and `invalidValue`.
 */
export function memberChange({ op, target, filter, value }: Change): MemberChange {
  const attribute = target.attribute!
  if (target.sub !== undefined || (filter !== undefined && op !== 'remove'))
    throw scimFault('mutability', 'A member cannot be changed: remove it and add another')
  if (filter !== undefined) {
    if (filter.kind === 'compare' && filter.path.name === 'value' && filter.operator === 'eq')
      return {
        kind: 'remove',
        ids: typeof filter.value === 'string' && isUuid(filter.value) ? [filter.value] : [],
      }
    return { kind: 'removeWhere', filters: [filter] }
  }
  if (op === 'remove') {
    if (value === undefined || value === null) return { kind: 'replace', ids: [] }
    const ids = idsOf(canonicalValue(attribute, value))
    return { kind: 'remove', ids: ids.filter(isUuid) }
  }
  return { kind: op, ids: memberIds(canonicalValue(attribute, value)) }
}

/** Each reads all members, of which there may be very many. */
const MAX_SELECTIONS = 50

/**
 * The same changes in fewer: Entra ID sends an operation for each member, and each change is a statement.
 * Throws `tooMany` for more readings of all members than leave the others waiting unnoticed.
 */
export function merged(changes: readonly MemberChange[]): MemberChange[] {
  const runs: MemberChange[][] = []
  for (const change of changes) {
    const run = runs.at(-1)
    if (change.kind !== 'replace' && run?.[0]?.kind === change.kind) run.push(change)
    else runs.push([change])
  }
  if (runs.filter(([first]) => first!.kind === 'removeWhere').length > MAX_SELECTIONS)
    throw scimFault('tooMany', 'The operations select members too often; send them in several requests')
  return runs.map((run) => {
    const { kind } = run[0]!
    if (kind === 'removeWhere')
      return { kind, filters: run.flatMap((change) => ('filters' in change ? change.filters : [])) }
    return { kind, ids: run.flatMap((change) => ('ids' in change ? change.ids : [])) }
  })
}

/**
 * The members that any of the filters selects. Throws `tooMany` for more work than leaves the others waiting
 * unnoticed.
 */
export function selectedBy<M extends Members>(
  members: readonly M[],
  filters: readonly ElementFilter[],
): readonly M[] {
  if (filters.length > 1) refuseTooMany(members.length * filters.length)
  return members.filter((member) => filters.some((filter) => matches(member, filter)))
}

const idsOf = (members: unknown): string[] =>
  ((members as Members[] | undefined) ?? []).map(({ value }) => String(value))

/** The ids of canonical members. Throws `invalidValue` naming malformed ones. */
export function memberIds(members: unknown): string[] {
  const ids = idsOf(members)
  const faults = ids.filter((id) => !isUuid(id)).map((id) => `body/members: there is no user or group ${id}`)
  if (faults.length > 0)
    throw new ScimProblem('bad-request', 'invalidValue', 'Some members do not exist', faults)
  return ids
}
