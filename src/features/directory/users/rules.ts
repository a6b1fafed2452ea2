import type { Members } from '../scim/canonical.ts'
import { unstorable } from '../scim/storable.ts'

/** Attributes that hold several values, of which one may be primary. */
const plurals = [
  'addresses',
  'emails',
  'entitlements',
  'ims',
  'phoneNumbers',
  'photos',
  'roles',
  'x509Certificates',
] as const

/** Faults that the types of the attributes do not show, one sentence each. */
export function userFaults(resource: Members): string[] {
  return [
    ...plurals.flatMap((name) => {
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

/** The password goes a way of its own: it is hashed, and never among the attributes. */
export function splitPassword(resource: Members): { attributes: Members; password: string | undefined } {
  const { password, ...attributes } = resource
  return { attributes, password: password as string | undefined }
}

/** What an update that does not mention `active` means: nobody is let in again by leaving something out. */
export const withActive = (attributes: Members, held: Members): Members =>
  attributes['active'] === undefined ? { ...attributes, active: held['active'] ?? true } : attributes
