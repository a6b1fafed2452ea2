import { Switch } from '@mantine/core'
import { api, invalidate } from '../../../api/client.ts'
import { scheduleNeed } from '../../../components/rights/common-needs.ts'
import { useMay } from '../../../components/rights/use-may.ts'
import { showFailure } from '../../../ui/confirm.tsx'
import type { DataTrigger } from './shapes.ts'

interface TriggerSwitchProps {
  readonly projectId: string
  readonly trigger: Pick<DataTrigger, 'triggerId' | 'name' | 'environmentName' | 'enabled'>
  /** Whether the label is visible. */
  readonly hasWord?: boolean
}

/** Enables and disables a trigger at once. */
export function TriggerSwitch({ projectId, trigger, hasWord = false }: TriggerSwitchProps) {
  const { triggerId, name, environmentName, enabled } = trigger
  const may = useMay()(scheduleNeed(projectId, environmentName))
  const change = api.useMutation('patch', '/v1/projects/{projectId}/triggers/{triggerId}', {
    onSettled: () => invalidate('/v1/projects/{projectId}/triggers'),
    onError: showFailure,
  })
  const wanted = change.isPending ? change.variables.body.enabled : enabled
  return (
    <Switch
      size="md"
      styles={{ label: { fontSize: 'var(--mantine-font-size-sm)' } }}
      {...(hasWord ? { label: 'Enabled' } : { 'aria-label': `${name} is enabled` })}
      checked={wanted ?? enabled}
      disabled={change.isPending || !may}
      onChange={(event) =>
        change.mutate({
          params: { path: { projectId, triggerId } },
          body: { enabled: event.currentTarget.checked },
        })
      }
    />
  )
}
