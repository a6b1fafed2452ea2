import type { Db } from '../../../db/database.ts'
import type { Caller } from '../../../http/caller.ts'
import { badRequest } from '../../../lib/problem.ts'
import { enterEnvironment } from '../../environments/access.ts'
import { findAssets } from '../assets/finding.ts'
import { gathered } from '../assets/preview.ts'
import { findSource } from '../definition.ts'
import type { Looking } from '../polls/looking.ts'
import { readPlace } from '../polls/poll-store.ts'
import { placeOf } from '../polls/polling.ts'
import { isTrue } from '../polls/rules.ts'
import { completed, conditionFaults, pathFaults } from '../rules.ts'
import type { TriggerCondition, TriggerPreview, TriggerPreviewRequest } from '../schema.ts'
import { pathRoot, valuesFrom } from '../variable-paths.ts'
import { readLatestEnds } from './preview-store.ts'

const MAX_FOUND = 10
const running = { project: 'executions:run', environment: 'environment:run' } as const

type Facts = Readonly<Record<string, unknown>>
type Found = { readonly ok: boolean; readonly message: string; readonly facts: readonly Facts[] }

/** What a condition would find now, before a trigger is saved. */
export function createTriggerPreviews(db: Db, look: Looking['look']) {
  return async (
    caller: Caller,
    projectId: string,
    wanted: TriggerPreviewRequest,
    signal: AbortSignal,
  ): Promise<TriggerPreview> => {
    const { environmentName, variablePaths = {} } = wanted
    const grant = await enterEnvironment(db, caller, projectId, environmentName, running)
    const condition = completed(wanted.condition)
    const faults = [
      ...conditionFaults(condition, 'body/condition'),
      ...pathFaults(variablePaths, 'body/variablePaths'),
    ]
    if (faults.length > 0) throw badRequest(faults)
    const source = await findSource(db, grant, wanted, condition)
    const awaited = await findAssets(db, caller, condition)
    if (source.faults.length + awaited.faults.length > 0)
      throw badRequest([...source.faults, ...awaited.faults])
    const { ok, message, facts } =
      source.source !== undefined
        ? ended(await readLatestEnds(db, source.source, condition.states ?? [], MAX_FOUND))
        : condition.type === 'ASSETS'
          ? await gathered(db, condition, grant.environmentId)
          : condition.type === 'EVENT'
            ? received(wanted.event)
            : await looked(grant.environmentId, environmentName, condition, signal)
    const found = facts.map((one) => ({ facts: { ...one }, ...valuesFrom(pathRoot(one), variablePaths) }))
    return { ok, message, found }
  }

  async function looked(
    environmentId: string,
    environmentName: string,
    condition: TriggerCondition,
    signal: AbortSignal,
  ): Promise<Found> {
    const seen = await look(await readPlace(db, environmentId), condition, signal)
    if ('fault' in seen) return { ok: false, message: seen.fault, facts: [] }
    const place = placeOf({ condition, environmentName })
    if (condition.type === 'SQL') return valued(condition, seen.row ?? [], place)
    const files = seen.files ?? []
    const latest = files.toSorted((a, b) => ((a.modified ?? '') < (b.modified ?? '') ? 1 : -1))
    return {
      ok: true,
      message: `${files.length === 1 ? '1 file matches' : `${files.length} files match`}. New and changed files start the trigger, not those that exist already`,
      facts: latest.slice(0, MAX_FOUND).map(({ name, bytes, modified }) => ({
        ...place,
        file: { name, bytes, ...(modified !== undefined && { modifiedAt: modified }) },
      })),
    }
  }
}

export type TriggerPreviews = ReturnType<typeof createTriggerPreviews>

const ended = (facts: readonly Facts[]): Found => ({
  ok: true,
  message:
    facts.length === 0
      ? 'No execution of the pipeline has ended with this result yet'
      : 'These executions would have started it, the latest first',
  facts,
})

const received = (event: Facts | undefined): Found => ({
  ok: true,
  message:
    event === undefined
      ? 'Send an example event to see which variables it sets'
      : 'This event would start it',
  facts: event === undefined ? [] : [{ payload: event }],
})

function valued(
  { fires }: TriggerCondition,
  row: readonly { readonly name: string; readonly value: string | null }[],
  place: Facts,
): Found {
  const value = row[0]?.value ?? null
  const shown = value === null ? 'null, or there is no row' : `"${value}"`
  const meaning =
    fires === 'VALUE_CHANGES'
      ? 'Another value starts the trigger'
      : isTrue(value)
        ? 'It is true: the trigger would start immediately, and again when it becomes true again'
        : 'It is not true: the trigger starts when it becomes true'
  const facts = { ...place, value, row: Object.fromEntries(row.map((cell) => [cell.name, cell.value])) }
  return {
    ok: true,
    message: `The first cell is ${shown}. ${meaning}`,
    facts: row.length === 0 ? [] : [facts],
  }
}
