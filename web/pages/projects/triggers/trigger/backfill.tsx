import { Button } from '@mantine/core'
import { api, client, invalidate } from '../../../../api/client.ts'
import { NewBackfill } from '../../../../components/backfill/new-backfill.tsx'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import type { DataTrigger } from '../shapes.ts'

interface BackfillProps {
  readonly projectId: string
  readonly trigger: DataTrigger
}

const all = '/v1/projects/{projectId}/triggers/{triggerId}/backfills'

/** Runs of what happened in the past and started nothing. */
export function Backfill({ projectId, trigger }: BackfillProps) {
  const path = { projectId, triggerId: trigger.triggerId }
  const ask = api.useMutation('post', all)
  return (
    <NewBackfill
      lead="Runs what was skipped, missed or failed in a past range, with lower priority than live work. Nothing runs twice."
      noun={['event', 'events']}
      request={(range, dryRun) => ask.mutateAsync({ params: { path }, body: { ...range, dryRun } })}
      linesOf={({ causes }, count) => causes.slice(0, count)}
      onBegun={() => invalidate('/v1/projects/{projectId}/triggers/{triggerId}')}
      actions={!trigger.allowConcurrentExecutions && <Stop projectId={projectId} trigger={trigger} />}
    />
  )
}

/** Executions that run one after another wait in the history until it is their turn. */
function Stop({ projectId, trigger }: BackfillProps) {
  async function stop(): Promise<void> {
    const { error } = await client.DELETE(all, {
      params: { path: { projectId, triggerId: trigger.triggerId } },
    })
    await invalidate('/v1/projects/{projectId}/triggers/{triggerId}')
    if (error !== undefined) throw error
    showDone('Stopped the backfill')
  }
  return (
    <May needs={runNeed(projectId, trigger.environmentName)}>
      <Button
        variant="default"
        onClick={() =>
          confirmLoss({
            title: 'Stop the backfill of this trigger?',
            message: 'Runs that are not queued yet will not start. Queued executions are kept.',
            action: 'Stop backfill',
            onConfirm: stop,
          })
        }
      >
        Stop backfill
      </Button>
    </May>
  )
}
