import { Switch } from '@mantine/core'
import { api, invalidate } from '../../../api/client.ts'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { useMay } from '../../../components/rights/use-may.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import type { Schedule } from './shapes.ts'

interface EnabledSwitchProps {
  readonly projectId: string
  readonly schedule: Pick<Schedule, 'scheduleId' | 'name' | 'environmentName' | 'scheduleEnabled'>
  /** Whether the label is visible. */
  readonly hasWord?: boolean
}

/** Enables and disables a schedule at once. */
export function EnabledSwitch({ projectId, schedule, hasWord = false }: EnabledSwitchProps) {
  const { scheduleId, name, environmentName, scheduleEnabled } = schedule
  const may = useMay()(scheduleNeed(projectId, environmentName))
  const change = api.useMutation('patch', '/v1/projects/{projectId}/schedules/{scheduleId}', {
    onSettled: () => invalidate('/v1/projects/{projectId}/schedules'),
    onError: showFailure,
  })
  const wanted = change.isPending ? change.variables.body.scheduleEnabled : scheduleEnabled
  return (
    <Switch
      size="md"
      styles={{ label: { fontSize: 'var(--mantine-font-size-sm)' } }}
      {...(hasWord ? { label: 'Enabled' } : { 'aria-label': `${name} is enabled` })}
      checked={wanted ?? scheduleEnabled}
      disabled={change.isPending || !may}
      onChange={(event) =>
        change.mutate({
          params: { path: { projectId, scheduleId } },
          body: { scheduleEnabled: event.currentTarget.checked },
        })
      }
    />
  )
}
