import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import type { Precondition } from '../../../http/conditional.ts'
import type { Page, PageRequest } from '../../../http/page.ts'
import { newId } from '../../../lib/ids.ts'
import { badRequest } from '../../../lib/problem.ts'
import {
  type AlertGrant,
  enterAlertList,
  enterAlerts,
  enterOwned,
  type OwnedQuery,
  projectNamed,
} from '../access.ts'
import { concernsTags, takesTime } from '../schema.ts'
import type { AlertRule, NewAlertRule } from './schema.ts'
import * as store from './store.ts'

const NOUN = 'Alert rule'

export interface StoredRule {
  readonly rule: AlertRule
  /** Entity tag of this state. */
  readonly revision: string
}

const shown = (row: store.RuleRow): StoredRule => ({
  rule: {
    id: row.id,
    ...(row.projectId !== null && { projectId: row.projectId }),
    name: row.name,
    events: row.events,
    channelIds: row.channelIds,
    ...(row.environmentName !== null && { environmentName: row.environmentName }),
    ...(row.pipelineName !== null && { pipelineName: row.pipelineName }),
    ...(row.executionTag !== null && { executionTag: row.executionTag }),
    ...(row.afterMinutes !== null && { afterMinutes: row.afterMinutes }),
    ...(row.creditsPerMonth !== null && { creditsPerMonth: row.creditsPerMonth }),
    notifyRecovered: row.notifyRecovered,
    enabled: row.enabled,
    updatedAt: row.updatedAt.toISOString(),
    updatedBy: row.updatedBy,
  },
  revision: String(row.version),
})

/** Which events of which executions are reported to which channels. */
export function createAlertRules(db: Db) {
  async function enter(tx: Db, caller: Caller, id: string, how: 'read' | 'lock') {
    const row = await store.readRule(tx, id, how)
    const grant = await enterOwned(tx, caller, row?.projectId, NOUN, id)
    return { row: row!, grant }
  }

  async function list(
    caller: Caller,
    page: PageRequest,
    { projectId, ofInstallation, name }: OwnedQuery,
  ): Promise<Page<AlertRule>> {
    const scope = await enterAlertList(db, caller, projectId, ofInstallation)
    const { rows, total } = await store.listRules(db, scope, page, name)
    return { page: page.page, results: rows.map((row) => shown(row).rule), size: page.size, total }
  }

  async function get(caller: Caller, id: string): Promise<StoredRule> {
    return shown((await enter(db, caller, id, 'read')).row)
  }

  async function create(caller: Caller, { projectId, ...wanted }: NewAlertRule): Promise<StoredRule> {
    return db.transaction().execute(async (tx) => {
      const grant = await enterAlerts(tx, caller, projectId)
      refuseWhatNeverApplies(wanted)
      await refuseForeignChannels(tx, grant, wanted.channelIds)
      const id = newId()
      await store.insertRule(tx, grant, id, wanted)
      return shown((await store.readRule(tx, id))!)
    })
  }

  /** A rule that watches something else than before forgets what it had open. */
  async function replace(
    caller: Caller,
    id: string,
    { projectId, ...wanted }: NewAlertRule,
    precondition: Precondition,
  ): Promise<StoredRule> {
    return db.transaction().execute(async (tx) => {
      const { row, grant } = await enter(tx, caller, id, 'lock')
      precondition.check(String(row.version))
      if (projectId !== undefined && projectId !== grant.owner)
        throw badRequest(['body/projectId is not its owner, which cannot be changed'])
      refuseWhatNeverApplies(wanted)
      await refuseForeignChannels(tx, grant, wanted.channelIds)
      await store.updateRule(tx, grant, row.id, wanted)
      const after = shown((await store.readRule(tx, row.id))!)
      if (!after.rule.enabled || watchedBy(shown(row).rule) !== watchedBy(after.rule))
        await store.closeIncidentsOf(tx, grant, row.id)
      return after
    })
  }

  async function remove(caller: Caller, id: string, precondition: Precondition): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const { row, grant } = await enter(tx, caller, id, 'lock')
      precondition.check(String(row.version))
      await store.deleteRule(tx, grant, row.id)
    })
  }

  return {
    list,
    get,
    create,
    replace,
    remove,
    admitToList: (caller: Caller, query: unknown) => enterAlertList(db, caller, projectNamed(query)),
    admitToCreate: (caller: Caller, body: unknown) => enterAlerts(db, caller, projectNamed(body)),
    admitTo: (caller: Caller, params: unknown) =>
      enter(db, caller, (params as { alertRuleId: string }).alertRuleId, 'read'),
  }
}

export type AlertRules = ReturnType<typeof createAlertRules>

/** Throws `bad-request` for channels that do not belong to the owner of the rule. */
async function refuseForeignChannels(tx: Db, grant: AlertGrant, ids: readonly string[]): Promise<void> {
  const own = await store.ownChannels(tx, grant, ids)
  const owner = grant.owner === null ? 'the installation' : 'the project of the rule'
  const faults = ids.flatMap((id, i) =>
    own.has(id) ? [] : [`body/channelIds/${i}: ${owner} has no alert channel ${id}`],
  )
  if (faults.length > 0) throw badRequest(faults)
}

/** Throws `bad-request` for settings that would keep an event of the rule from ever being reported. */
function refuseWhatNeverApplies(wanted: RuleSettings): void {
  const { events, pipelineName, executionTag, afterMinutes, creditsPerMonth } = wanted
  const faults = []
  if (afterMinutes !== undefined && !events.some(takesTime))
    faults.push(
      `body/afterMinutes does not apply: ${events.join(' and ')} ${events.length === 1 ? 'is' : 'are'} reported at once`,
    )
  if (events.includes('RUNNER_LOST'))
    for (const [name, value] of Object.entries({ pipelineName, executionTag }))
      if (value !== undefined)
        faults.push(`body/${name} does not apply to RUNNER_LOST: create a separate rule for runners`)
  const untagged = events.find((event) => !concernsTags(event) && event !== 'RUNNER_LOST')
  if (untagged !== undefined && executionTag !== undefined)
    faults.push(`body/executionTag does not apply to ${untagged}, which has no tags`)
  if (events.includes('BUDGET_EXCEEDED') !== (creditsPerMonth !== undefined))
    faults.push('body/creditsPerMonth and the event BUDGET_EXCEEDED require each other')
  if (faults.length > 0) throw badRequest(faults)
}

type RuleSettings = Omit<NewAlertRule, 'projectId'>

/** What a rule watches, to compare. */
const watchedBy = (rule: AlertRule): string => {
  const { events, environmentName, pipelineName, executionTag, afterMinutes, creditsPerMonth } = rule
  const scope = [environmentName, pipelineName, executionTag]
  return JSON.stringify([[...events].sort(), scope, afterMinutes, creditsPerMonth])
}
