import { api, invalidate } from '../../../../api/client.ts'
import { NewBackfill } from '../../../../components/backfill/new-backfill.tsx'
import { firesOnTheWall } from '../fire-notes.ts'
import type { Schedule } from '../shapes.ts'

interface BackfillFormProps {
  readonly projectId: string
  readonly schedule: Schedule
}

/** Runs of the due times of a past range. */
export function BackfillForm({ projectId, schedule }: BackfillFormProps) {
  const path = { projectId, scheduleId: schedule.scheduleId }
  const ask = api.useMutation('post', '/v1/projects/{projectId}/schedules/{scheduleId}/backfills')
  return (
    <NewBackfill
      lead="Queues the missing runs of a past range, with lower priority than live work. Nothing runs twice."
      noun={['due time', 'due times']}
      request={(range, dryRun) => ask.mutateAsync({ params: { path }, body: { ...range, dryRun } })}
      linesOf={({ fireTimes }, count) =>
        firesOnTheWall(fireTimes.slice(0, count), schedule.cronTimezone).map(({ wall }) => wall)
      }
      onBegun={() => invalidate('/v1/projects/{projectId}/schedules/{scheduleId}')}
    />
  )
}
