import { isUuid } from '../../../lib/ids.ts'
import type { Members } from '../scim/canonical.ts'
import { canonicalValue } from '../scim/canonical.ts'
import { matches } from '../scim/matches.ts'
import type { Change } from '../scim/patch.ts'
import { ScimProblem, scimFault } from '../scim/scim-problem.ts'

/** A change of a group's members, before anybody looks whether they exist. */
export type MemberChange =
  | { readonly kind: 'add' | 'remove' | 'replace'; readonly ids: readonly string[] }
  | { readonly kind: 'removeWhere'; readonly matches: (member: Members) => boolean }

/**
 * What a patch of `members` means. Members are rows, not part of the group's attributes: a group of a hundred thousand
 * is changed by one without reading the others. Throws `mutability` for parts of a member, which only the directory
 * changes, and `invalidValue`.
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
    return { kind: 'removeWhere', matches: (member) => matches(member, filter) }
  }
  if (op === 'remove') {
    if (value === undefined || value === null) return { kind: 'replace', ids: [] }
    const ids = idsOf(canonicalValue(attribute, value))
    return { kind: 'remove', ids: ids.filter(isUuid) }
  }
  return { kind: op, ids: memberIds(canonicalValue(attribute, value)) }
}

/** The same changes in fewer: Entra ID sends an operation for each member, and each change is a statement. */
export function merged(changes: readonly MemberChange[]): MemberChange[] {
  const runs: MemberChange[][] = []
  for (const change of changes) {
    const run = runs.at(-1)
    const joins = change.kind === 'add' || change.kind === 'remove'
    if (joins && run?.[0]?.kind === change.kind) run.push(change)
    else runs.push([change])
  }
  return runs.map((run) => {
    const [first] = run as [MemberChange]
    if (first.kind === 'removeWhere') return first
    return { kind: first.kind, ids: run.flatMap((change) => ('ids' in change ? change.ids : [])) }
  })
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
