import type { Members } from '../scim/canonical.ts'
import { unstorable } from '../scim/storable.ts'

/** Attributes that hold several values, of which one may be primary. */
const PLURALS = [
  'addresses',
  'emails',
  'entitlements',
  'ims',
  'phoneNumbers',
  'photos',
  'roles',
  'x509Certificates',
] as const

/** Violations that the types of the attributes do not show, one sentence each. */
export function userViolations(resource: Members): string[] {
  return [
    ...PLURALS.flatMap((name) => {
      const primaries = ((resource[name] as Members[] | undefined) ?? []).filter(
        ({ primary }) => primary === true,
      )
      return primaries.length > 1 ? [`body/${name}: only one of them can be primary`] : []
    }),
    ...(typeof resource['userName'] === 'string' && resource['userName'].trim() === ''
      ? ['body/userName must not be blank']
      : []),
    ...unstorable(resource),
  ]
}

/**
 * Takes the password out of the attributes: it is stored only as a hash, in a column that nothing returns.
 */
export function splitPassword(resource: Members): { attributes: Members; password: string | undefined } {
  const { password, ...attributes } = resource
  return { attributes, password: password as string | undefined }
}

/**
 * A replacement without `active` keeps it: leaving an attribute out must not let a deactivated user in again.
 */
export const withActive = (attributes: Members, held: Members): Members =>
  attributes['active'] === undefined ? { ...attributes, active: held['active'] ?? true } : attributes
