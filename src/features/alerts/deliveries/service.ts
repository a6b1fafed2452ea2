import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { cursorPage, readCursor } from '../../../http/cursor.ts'
import { enterAlertList, enterOwned, projectNamed } from '../access.ts'
import { titleOf } from '../messages/message.ts'
import type { AlertDelivery, AlertDeliveryQuery } from './schema.ts'
import * as store from './store.ts'

const shown = (row: store.DeliveryRow): AlertDelivery => ({
  id: row.id,
  ...(row.projectId !== null && { projectId: row.projectId }),
  alertIncidentId: row.incidentId,
  alertChannelId: row.channelId,
  alertChannelName: row.channelName,
  ...(row.digestId !== null && row.digestId !== row.id && { digestId: row.digestId }),
  kind: row.kind,
  title: titleOf(row.message),
  status: row.status,
  attempts: row.attempts,
  ...(row.lastError !== null && { lastError: row.lastError }),
  createdAt: row.createdAt.toISOString(),
  ...(row.deliveredAt !== null && { deliveredAt: row.deliveredAt.toISOString() }),
})

/** The delivery log. `wake` makes this server look for what is pending. */
export function createAlertDeliveries(db: Db, wake: () => void) {
  async function enter(tx: Db, caller: Caller, id: string, how: 'read' | 'lock'): Promise<store.DeliveryRow> {
    const row = await store.readDelivery(tx, id, how)
    await enterOwned(tx, caller, row?.projectId, 'Alert delivery', id)
    return row!
  }

  async function list(
    caller: Caller,
    { limit, paginationToken, projectId, alertChannelId }: AlertDeliveryQuery,
  ) {
    const scope = await enterAlertList(db, caller, projectId)
    const after = paginationToken === undefined ? undefined : readCursor(paginationToken)
    return cursorPage(
      limit,
      async (count) => (await store.listDeliveries(db, scope, alertChannelId, after, count)).map(shown),
      ({ id }) => id,
    )
  }

  async function replay(caller: Caller, id: string): Promise<AlertDelivery> {
    const replayed = await db.transaction().execute(async (tx) => {
      const row = await enter(tx, caller, id, 'lock')
      await store.requeueDelivery(tx, row)
      return shown((await store.readDelivery(tx, row.id))!)
    })
    wake()
    return replayed
  }

  return {
    list,
    get: async (caller: Caller, id: string) => shown(await enter(db, caller, id, 'read')),
    replay,
    admitToList: (caller: Caller, query: unknown) => enterAlertList(db, caller, projectNamed(query)),
    admitTo: (caller: Caller, params: unknown) =>
      enter(db, caller, (params as { alertDeliveryId: string }).alertDeliveryId, 'read'),
  }
}

export type AlertDeliveries = ReturnType<typeof createAlertDeliveries>
