import { type ResourceModel, userModel } from './attributes.ts'
import type { Members } from './canonical.ts'
import type { Change } from './patch.ts'
import { scimFault } from './scim-problem.ts'

/**
 * Attributes that a resource cannot be without. A user needs a name unless `meta` is required: the specified
 * create has no other required member (decisions.md §10).
 */
export const requiredNames = (
  model: ResourceModel,
  { requireMeta }: { readonly requireMeta: boolean },
): string[] => [
  ...model.attributes.filter(({ required }) => required).map(({ name }) => name),
  ...(model === userModel && !requireMeta ? ['userName'] : []),
]

/**
 * Throws when a patch takes a required attribute away: `mutability` when it removes it (RFC 7644 §3.5.2.2),
 * else `invalidValue`. A resource that was without one before can still be changed, for instance deactivated.
 */
export function refuseLoss(
  required: readonly string[],
  changes: readonly Change[],
  { held, changed }: { readonly held: Members; readonly changed: Members },
): void {
  const lost = required.find((name) => held[name] !== undefined && changed[name] === undefined)
  if (lost === undefined) return
  const isRemoved = changes.some(
    ({ op, target }) => op === 'remove' && target.extension === undefined && target.attribute?.name === lost,
  )
  throw scimFault(isRemoved ? 'mutability' : 'invalidValue', missing(lost))
}

/** The violation of a resource that is without a required attribute. */
export const missing = (name: string): string => `body/${name} is required`
