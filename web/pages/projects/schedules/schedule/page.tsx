import { Button, Group, Loader, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { runNeed, scheduleNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { useMay } from '../../../../components/rights/use-may.ts'
import { paths } from '../../../../paths.ts'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId, useScheduleId } from '../../../../use-params.ts'
import { EnabledSwitch } from '../enabled-switch.tsx'
import { RunNow } from '../run-now.tsx'
import { readTiming, type Schedule } from '../shapes.ts'
import { Backfills } from './backfills.tsx'
import { EditSchedule } from './edit.tsx'
import { Overview } from './overview.tsx'
import { Ticks } from './ticks.tsx'

const REFRESH_MS = 5_000
const one = '/v1/projects/{projectId}/schedules/{scheduleId}'

/** One schedule: what it runs and when, what became of its due times, backfills, and its settings. */
export function SchedulePage() {
  const projectId = useProjectId()
  const scheduleId = useScheduleId()
  const path = { projectId, scheduleId }
  const { data, error, refetch } = api.useQuery(
    'get',
    one,
    { params: { path } },
    { refetchInterval: REFRESH_MS },
  )
  const trail = [
    <PageLink key="list" to={paths.schedules} params={{ projectId }}>
      Schedules
    </PageLink>,
  ]
  if (data === undefined)
    return (
      <Page title="Schedule" trail={trail}>
        <ProblemAlert error={error} onRetry={() => void refetch()} />
        {error === null && <Loader aria-label="Loading the schedule" />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      lead={`${readTiming(data)} (${data.cronTimezone})`}
      trail={trail}
      actions={<Actions projectId={projectId} schedule={data} />}
    >
      <ProblemAlert error={error} />
      <Parts projectId={projectId} schedule={data} />
    </Page>
  )
}

interface PartProps {
  readonly projectId: string
  readonly schedule: Schedule
}

function Parts({ projectId, schedule }: PartProps) {
  const [{ tab = 'overview' }, change] = useAddress('schedule')
  const mayWrite = useMay()(scheduleNeed(projectId, schedule.environmentName))
  return (
    <Tabs
      value={tab === 'settings' && !mayWrite ? 'overview' : tab}
      onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <Tabs.Tab value="backfills">Backfills</Tabs.Tab>
        {mayWrite && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <Overview projectId={projectId} schedule={schedule} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <Ticks projectId={projectId} schedule={schedule} />
      </Tabs.Panel>
      <Tabs.Panel value="backfills" pt="md">
        <Backfills projectId={projectId} schedule={schedule} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" pt="md">
        <EditSchedule projectId={projectId} schedule={schedule} onDone={() => change({ tab: undefined })} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Actions({ projectId, schedule }: PartProps) {
  const { scheduleId, name, environmentName } = schedule
  const navigate = useNavigate()
  async function remove(): Promise<void> {
    const { error } = await client.DELETE(one, { params: { path: { projectId, scheduleId } } })
    if (error !== undefined) throw error
    await navigate({ to: paths.schedules, params: { projectId }, ignoreBlocker: true })
    await invalidate('/v1/projects/{projectId}/schedules')
    showDone(`Deleted schedule ${name}`)
  }
  return (
    <Group gap="sm">
      <EnabledSwitch projectId={projectId} schedule={schedule} hasWord />
      <May needs={runNeed(projectId, environmentName)}>
        <RunNow projectId={projectId} scheduleId={scheduleId} name={name} />
      </May>
      <May needs={scheduleNeed(projectId, environmentName)}>
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() =>
            confirmLoss({
              title: 'Delete this schedule?',
              message: `${name} will not run again, and its history is deleted. Executions it started are kept.`,
              action: 'Delete schedule',
              onConfirm: remove,
            })
          }
        >
          Delete
        </Button>
      </May>
    </Group>
  )
}
