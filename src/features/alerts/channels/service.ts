import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/database.ts'
import { cellOf } from '../../../db/sealed-columns.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Precondition } from '../../../http/conditional.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import type { Encryption } from '../../../lib/encryption.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest } from '../../../lib/problem.ts'
import { enterAlertList, enterAlerts, enterOwned, type OwnedQuery, projectNamed } from '../access.ts'
import type { Send } from '../messages/send.ts'
import {
  type ChannelSecrets,
  type ChannelTarget,
  changedParts,
  channelFaults,
  partsOf,
  patchFaults,
  signingSecretOf,
  targetOf,
} from './rules.ts'
import type {
  AlertChannel,
  AlertChannelPatch,
  AlertChannelTest,
  CreatedAlertChannel,
  NewAlertChannel,
} from './schema.ts'
import * as store from './store.ts'

const NOUN = 'Alert channel'
const SECRET_BYTES = 32
/** Longer than any attempt takes. */
const TEST_MS = 30_000

export interface StoredChannel<T extends AlertChannel = AlertChannel> {
  readonly channel: T
  /** Entity tag of this state. */
  readonly revision: string
}

export interface AlertChannelsDependencies {
  readonly db: Db
  readonly encryption: Encryption
  readonly send: Send
}

/** Where alerts of projects and of the installation go. */
export function createAlertChannels({ db, encryption, send }: AlertChannelsDependencies) {
  const cell = (id: string) => cellOf('alert_channel.secrets_encrypted', id)
  const seal = (id: string, secrets: ChannelSecrets) => encryption.encrypt(JSON.stringify(secrets), cell(id))

  /** Settings and secrets of a channel, to deliver to it. */
  function open({ id, type, settings, secretsEncrypted }: store.ChannelRow): ChannelTarget {
    const secrets = JSON.parse(encryption.decrypt(secretsEncrypted, cell(id))) as ChannelSecrets
    return { type, settings, secrets }
  }

  const shown = (row: store.ChannelRow): StoredChannel => ({
    channel: {
      id: row.id,
      ...(row.projectId !== null && { projectId: row.projectId }),
      name: row.name,
      type: row.type,
      enabled: row.enabled,
      target: targetOf(open(row)),
      ...(row.settings.recipients !== undefined && { recipients: [...row.settings.recipients] }),
      ...(row.settings.mailServer !== undefined && { mailServer: row.settings.mailServer }),
      ...(row.settings.digestMinutes !== undefined && { digestMinutes: row.settings.digestMinutes }),
      ...(row.settings.quietHours !== undefined && { quietHours: row.settings.quietHours }),
      ...(row.deliveredAt !== null && { lastDeliveredAt: row.deliveredAt.toISOString() }),
      ...(row.lastError !== null && { lastError: row.lastError }),
      updatedAt: row.updatedAt.toISOString(),
      updatedBy: row.updatedBy,
    },
    revision: String(row.version),
  })

  /** The channel and what may be done with it, or the problem that it does not exist. */
  async function enter(tx: Db, caller: Caller, id: string, how: 'read' | 'lock') {
    const row = await store.readChannel(tx, id, how)
    const grant = await enterOwned(tx, caller, row?.projectId, NOUN, id)
    return { row: row!, grant }
  }

  async function list(
    caller: Caller,
    page: PageRequest,
    { projectId, ofInstallation, name }: OwnedQuery,
  ): Promise<Page<AlertChannel>> {
    const scope = await enterAlertList(db, caller, projectId, ofInstallation)
    const { rows, total } = await store.listChannels(db, scope, page, name)
    return { page: page.page, results: rows.map((row) => shown(row).channel), size: page.size, total }
  }

  async function get(caller: Caller, id: string): Promise<StoredChannel> {
    return shown((await enter(db, caller, id, 'read')).row)
  }

  async function create(
    caller: Caller,
    { projectId, ...wanted }: NewAlertChannel,
  ): Promise<StoredChannel<CreatedAlertChannel>> {
    const grant = await enterAlerts(db, caller, projectId)
    const faults = channelFaults(wanted)
    if (faults.length > 0) throw badRequest(faults)
    const isSigned = wanted.type === 'WEBHOOK'
    const made =
      isSigned && wanted.signingSecret === undefined ? signingSecretOf(randomBytes(SECRET_BYTES)) : undefined
    const { settings, secrets } = partsOf(made === undefined ? wanted : { ...wanted, signingSecret: made })
    const id = newId()
    const { name, type, enabled = true } = wanted
    await store.insertChannel(db, grant, id, type, {
      name,
      enabled,
      settings,
      secretsEncrypted: seal(id, secrets),
    })
    const { channel, revision } = await get(caller, id)
    return { channel: { ...channel, ...(made !== undefined && { signingSecret: made }) }, revision }
  }

  async function update(
    caller: Caller,
    id: string,
    patch: AlertChannelPatch,
    precondition: Precondition,
  ): Promise<StoredChannel> {
    return db.transaction().execute(async (tx) => {
      const { row, grant } = await enter(tx, caller, id, 'lock')
      precondition.check(String(row.version))
      const before = open(row)
      const faults = patchFaults(before, patch)
      if (faults.length > 0) throw badRequest(faults)
      const { settings, secrets } = changedParts(before, patch)
      const { name = row.name, enabled = row.enabled } = patch
      await store.updateChannel(tx, grant, row.id, {
        name,
        enabled,
        settings,
        secretsEncrypted: seal(row.id, secrets),
      })
      return shown((await store.readChannel(tx, row.id))!)
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { row, grant } = await enter(tx, caller, id, 'lock')
      precondition.check(String(row.version))
      await store.deleteChannel(tx, grant, row.id)
    })
  }

  /** Sends a test message at once, whether or not the channel is enabled. */
  async function test(caller: Caller, id: string): Promise<AlertChannelTest> {
    const { row } = await enter(db, caller, id, 'read')
    const message = { kind: 'TEST' as const, channelName: row.name }
    const outcome = await send(open(row), newId(), message, AbortSignal.timeout(TEST_MS))
    return 'sent' in outcome
      ? { delivered: true, message: outcome.sent }
      : { delivered: false, message: outcome.fault }
  }

  return {
    list,
    get,
    create,
    update,
    remove,
    test,
    open,
    admitToList: (caller: Caller, query: unknown) => enterAlertList(db, caller, projectNamed(query)),
    admitToCreate: (caller: Caller, body: unknown) => enterAlerts(db, caller, projectNamed(body)),
    admitTo: (caller: Caller, params: unknown) =>
      enter(db, caller, (params as { alertChannelId: string }).alertChannelId, 'read'),
  }
}

export type AlertChannels = ReturnType<typeof createAlertChannels>
