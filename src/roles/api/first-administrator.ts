import { newId } from '../../lib/ids.ts'
import type { AdminAnnouncement, FirstAdmin } from '../first-start/admin-credentials.ts'
import type { Settings } from '../settings/settings.ts'
import type { Slices } from './slices.ts'

export interface FirstAdminOptions {
  readonly settings: Settings
  /** Called when this start creates the first administrator. */
  readonly announce?: AdminAnnouncement
}

/**
 * A start without any administrator creates one: a credential for programs and a user for the web interface.
 * Both are committed only after their secrets are stored, so that a crash never leaves an installation
 * without a way in, and after the audit trail has an intent. Undefined when there was an administrator.
 */
export async function makeFirstAdmin(
  slices: Slices,
  { settings, announce }: FirstAdminOptions,
): Promise<FirstAdmin | undefined> {
  let admin: FirstAdmin | undefined
  let intentId: string | undefined
  const given = givenAdmin(settings)
  const made = await slices.credentials.ensureAdmin(given, async (tx, pair) => {
    admin = { ...pair, secretGiven: given !== undefined, person: await slices.makeFirstAdmin(tx) }
    await announce?.keep(admin)
    intentId = await slices.audit.begin(entryOf(admin))
  })
  if (made === undefined || admin === undefined) return undefined
  announce?.show(admin)
  await slices.audit.add({ ...entryOf(admin), outcome: 'SUCCEEDED' }, intentId)
  return admin
}

const givenAdmin = ({ adminClientId, adminClientSecret }: Settings) =>
  adminClientId === undefined ? undefined : { clientId: adminClientId, secret: adminClientSecret! }

/** Nobody asks for it: it has no actor and no address. */
const entryOf = ({ clientId, person }: FirstAdmin) => ({
  at: new Date().toISOString(),
  operation: 'createFirstAdministrator',
  outcome: 'UNKNOWN' as const,
  method: 'START',
  path: `/v1/api-credentials/${clientId}`,
  from: { address: '' },
  requestId: newId(),
  after: { clientId, ...(person && { userName: person.userName }) },
})
