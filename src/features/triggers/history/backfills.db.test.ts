import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { useApi } from '../../../../test/support/api.ts'
import {
  aPlaceWith,
  aTrigger,
  endedRuns,
  historyOf,
  outcomesOf,
  runsOf,
} from '../../../../test/support/triggers.ts'

const api = useApi()
const WAIT = { timeout: 15_000 }

describe('where executions must not overlap, a run that a backfill has queued', () => {
  /** A trigger of Q after P, with a backfill of one end, which is queued. */
  async function aBackfilledTrigger() {
    const place = await aPlaceWith(api, ['P', 'Q', 'R'])
    const { projectId } = place
    await endedRuns(api.db, place, 'P', ['SUCCESS'])
    const { triggerId } = await aTrigger(api, projectId, { allowConcurrentExecutions: false })
    const path = `/v1/projects/${projectId}/triggers/${triggerId}`
    const body = { from: '2026-01-01T00:00:00Z', to: new Date().toISOString(), dryRun: false }
    await api.call('POST', `${path}/backfills`, { body })
    const outcomes = () => outcomesOf(api, projectId, triggerId)
    await expect.poll(outcomes, WAIT).toEqual(['FIRED'])
    return { place, projectId, triggerId, path, outcomes }
  }

  test('is taken back for what happens, and queued again after it; it has not ended', async () => {
    const { place, projectId, triggerId, outcomes } = await aBackfilledTrigger()
    const condition = { type: 'PIPELINE_END', pipelineName: 'Q', states: ['CANCELLED'] }
    const { triggerId: next } = await aTrigger(api, projectId, { pipelineName: 'R', condition })
    await endedRuns(api.db, place, 'P', ['SUCCESS'])
    await expect.poll(outcomes, WAIT).toEqual(['FIRED', 'WAITING'])
    const [live, ...others] = await runsOf(api.db, triggerId)
    expect([live, others]).toMatchObject([{ status: 'QUEUED', priority: 0 }, []])
    await sql`update execution set status = 'CANCELLED' where id = ${live!.id}`.execute(api.db)
    await expect.poll(outcomes, WAIT).toEqual(['FIRED', 'FIRED'])
    expect((await runsOf(api.db, triggerId)).map(({ priority }) => priority)).toEqual([0, 1])
    await expect.poll(() => outcomesOf(api, projectId, next), WAIT).toEqual(['FIRED'])
    expect(await historyOf(api, projectId, next)).toMatchObject([{ cause: `execution ${live!.id}` }])
  })

  test('is taken back when the trigger is run now', async () => {
    const { triggerId, path, outcomes } = await aBackfilledTrigger()
    expect((await api.call('POST', `${path}/executions`)).status).toBe(201)
    expect(await runsOf(api.db, triggerId)).toMatchObject([{ trigger: 'TRIGGER_RUN_NOW', status: 'QUEUED' }])
    expect(await outcomes()).toEqual(['WAITING'])
    expect((await api.call('POST', `${path}/executions`)).status).toBe(409)
  })

  test('stays where nothing starts in its place', async () => {
    const { place, triggerId, outcomes } = await aBackfilledTrigger()
    await sql`update data_trigger set pipeline_name = 'Gone' where id = ${triggerId}`.execute(api.db)
    await endedRuns(api.db, place, 'P', ['SUCCESS'])
    await expect.poll(outcomes, WAIT).toEqual(['FAILED', 'FIRED'])
    expect((await runsOf(api.db, triggerId))[0]).toMatchObject({ status: 'QUEUED', priority: 1 })
  })
})
