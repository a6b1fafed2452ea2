import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { cursorPage, readCursor } from '../../../http/cursor.ts'
import { enterAlertList, enterOwned, projectNamed } from '../access.ts'
import { titleOfIncident } from '../messages/message.ts'
import type { AlertIncident, AlertIncidentQuery } from './schema.ts'
import * as store from './store.ts'

const shown = (row: store.IncidentRow): AlertIncident => ({
  id: row.id,
  ...(row.projectId !== null && { projectId: row.projectId }),
  alertRuleId: row.ruleId,
  alertRuleName: row.ruleName,
  event: row.event,
  status: row.closedAt === null ? 'OPEN' : 'CLOSED',
  title: titleOfIncident(row.event, row.facts),
  occurrences: row.occurrences,
  ...(row.facts.executionId !== undefined && { pipelineExecutionId: row.facts.executionId }),
  openedAt: row.openedAt.toISOString(),
  lastAt: row.lastAt.toISOString(),
  ...(row.closedAt !== null && { closedAt: row.closedAt.toISOString() }),
})

/** What rules reported. */
export function createAlertIncidents(db: Db) {
  async function list(caller: Caller, { limit, paginationToken, projectId, status }: AlertIncidentQuery) {
    const scope = await enterAlertList(db, caller, projectId)
    const after = paginationToken === undefined ? undefined : readCursor(paginationToken)
    return cursorPage(
      limit,
      async (count) => (await store.listIncidents(db, scope, status, after, count)).map(shown),
      ({ id }) => id,
    )
  }

  async function get(caller: Caller, id: string): Promise<AlertIncident> {
    const row = await store.readIncident(db, id)
    await enterOwned(db, caller, row?.projectId, 'Alert incident', id)
    return shown(row!)
  }

  return {
    list,
    get,
    admitToList: (caller: Caller, query: unknown) => enterAlertList(db, caller, projectNamed(query)),
  }
}

export type AlertIncidents = ReturnType<typeof createAlertIncidents>
