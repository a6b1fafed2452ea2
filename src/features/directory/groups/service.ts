import { faultFinder } from '../../../http/validation.ts'
import {
  createScimResource,
  type ResourceDependencies,
  type ResourceKind,
  type ResourceStore,
} from '../resources/service.ts'
import { ScimGroup } from '../schema.ts'
import { groupModel } from '../scim/attributes.ts'
import type { Members } from '../scim/canonical.ts'
import { applyPatch } from '../scim/patch.ts'
import { refuseLoss, requiredNames } from '../scim/required.ts'
import { invalidValues } from '../scim/scim-problem.ts'
import { unstorable } from '../scim/storable.ts'
import { memberChange, memberIds, merged } from './rules.ts'
import * as groups from './store.ts'

const violationsOfGroup = faultFinder(ScimGroup, 'body')
const blankName = ({ displayName }: Members): string[] =>
  String(displayName).trim() === '' ? ['body/displayName must not be blank'] : []

const kind: ResourceKind<groups.GroupRow, groups.GroupContent> = {
  model: groupModel,
  linksAttribute: 'members',
  links: ({ members = [] }, location) =>
    members.map(({ value, display, type }) => ({
      ...(display !== null && { display }),
      ref: `${location}/${type}s/${value}`,
      type,
      value,
    })),
  violations(resource) {
    const ofTypes = violationsOfGroup(resource)
    return ofTypes.length > 0
      ? ofTypes
      : [...blankName(resource as Members), ...unstorable(resource as Members)]
  },
  async contentOf({ members, ...attributes }) {
    return { attributes, members: [{ kind: 'replace', ids: memberIds(members) }] }
  },
  keeping: (content) => content,
  patched(changes, grant) {
    const ofMembers = changes.filter(({ target }) => target.attribute?.name === 'members')
    const others = changes.filter((change) => !ofMembers.includes(change))
    const members = merged(ofMembers.map(memberChange))
    return async (held) => {
      const attributes = applyPatch(held, others)
      refuseLoss(requiredNames(groupModel, grant), others, { held, changed: attributes })
      // A group that already has such a name can still be renamed, and get members.
      const ofName = attributes['displayName'] === held['displayName'] ? [] : blankName(attributes)
      const violations = [...violationsOfGroup(attributes), ...ofName, ...unstorable(attributes)]
      if (violations.length > 0) throw invalidValues(violations)
      return { attributes, members }
    }
  },
}

const store: ResourceStore<groups.GroupRow, groups.GroupContent> = {
  insert: groups.insertGroup,
  find: groups.findGroup,
  list: groups.listGroups,
  change: groups.changeGroup,
  remove: groups.deleteGroup,
}

/** Groups as SCIM resources. */
export const createGroups = (dependencies: ResourceDependencies) =>
  createScimResource(kind, store, dependencies)
