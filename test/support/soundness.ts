import { expect } from 'vitest'
import { liveStates } from '../../src/features/executions/states.ts'
import type { Fleet } from './fleet.ts'
import { orchestration, type Piece, start } from './pipelines.ts'
import { waitFor } from './platform.ts'
import type { SideEffects } from './side-effects.ts'

/** A component that reaches outside. */
export const webhook = (url: string, links: Piece['links'] = {}): Piece => ({
  type: 'webhook-post',
  parameters: { url, payload: '{}', timeout: '120' },
  links,
})

/** A pipeline that reaches outside twice, and counts in between. */
export const twoCalls = (world: SideEffects): Readonly<Record<string, string>> => ({
  'Calls.orch.yaml': orchestration(
    {
      Start: start('First'),
      First: webhook(`${world.url}/first`, { success: ['Count'] }),
      Count: {
        type: 'update-scalar',
        parameters: { scalarsToUpdate: [['n', '${n + 1}']] },
        links: { success: ['Second'] },
      },
      Second: webhook(`${world.url}/second`, {}),
    },
    { n: { type: 'NUMBER', defaultValue: '0' } },
  ),
})

/** Resolves when no execution is on its way any more; fails with where those are that still are. */
export async function allEnded(fleet: Fleet): Promise<void> {
  try {
    await waitFor('every execution to end', async () => {
      const [row] = await fleet
        .query<{ live: number }>(`select count(*)::integer as live from execution where status = any($1)`, [
          liveStates,
        ])
        .catch(() => [])
      return row?.live === 0
    })
  } catch (error) {
    throw new Error(`${(error as Error).message}: ${JSON.stringify(await liveOnes(fleet))}`, { cause: error })
  }
}

const liveOnes = (fleet: Fleet) =>
  fleet.query(
    `select x.status, count(*)::integer, min(x.id::text) as first, s.id as session, s.lapsed, s.draining, s.ended_at,
            s.end_reason, now() as now
       from execution x left join runner_session s on s.id = x.session_id
      where x.status = any($1) group by x.status, s.id`,
    [liveStates],
  )

/**
 * Nothing was lost, nothing is stuck and no result was invented: each execution ended once, as SUCCESS, each
 * of its steps is there once and finished, and variables have what the steps made of them.
 */
export async function expectSound(fleet: Fleet, ids: readonly string[]): Promise<void> {
  const executions = await fleet.query<{ id: string; status: string; finished: boolean }>(
    'select id, status, finished_at is not null as finished from execution where parent_id is null',
  )
  expect(new Set(executions.map(({ id }) => id))).toEqual(new Set(ids))
  expect(executions.filter(({ status, finished }) => status !== 'SUCCESS' || !finished)).toEqual([])
  const odd = await fleet.query(
    `select execution_id, jsonb_agg(jsonb_build_array(seq, key, result) order by seq) as steps from step
      group by execution_id
     having jsonb_agg(jsonb_build_array(seq, key, result) order by seq) <> $1::jsonb
         or bool_or(finished_at is null) or max(outcome #>> '{updates,0,value}') is distinct from '1'`,
    [JSON.stringify(['Start', 'First', 'Count', 'Second'].map((key, seq) => [seq, key, 'SUCCESS']))],
  )
  expect(odd).toEqual([])
  const [steps] = await fleet.query<{ count: number }>('select count(*)::integer from step')
  expect(steps!.count).toBe(4 * ids.length)
}

/** Every execution made the call, and none of them more than `most` times. */
export function expectCalls(world: SideEffects, name: string, executions: number, most: number): void {
  const counts = [...world.calls(name).values()]
  expect(counts.length).toBe(executions)
  expect(Math.max(...counts)).toBeLessThanOrEqual(most)
}
