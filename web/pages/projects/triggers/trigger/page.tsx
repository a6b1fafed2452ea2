import { Button, Group, Loader, Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Play, Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { runNeed, scheduleNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { useMay } from '../../../../components/rights/use-may.ts'
import { paths } from '../../../../paths.ts'
import { confirmLoss, showDone, showFailure } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId, useTriggerId } from '../../../../use-params.ts'
import { TriggerSwitch } from '../enabled-switch.tsx'
import { type DataTrigger, readCondition } from '../shapes.ts'
import { Backfill } from './backfill.tsx'
import { Edit } from './edit.tsx'
import { Fires } from './fires.tsx'
import { Overview } from './overview.tsx'

const REFRESH_MS = 5_000
const one = '/v1/projects/{projectId}/triggers/{triggerId}'

/** One trigger: what it runs and when, what happened for it, and its settings. */
export function TriggerPage() {
  const projectId = useProjectId()
  const triggerId = useTriggerId()
  const { data, error, refetch } = api.useQuery(
    'get',
    one,
    { params: { path: { projectId, triggerId } } },
    { refetchInterval: REFRESH_MS },
  )
  const trail = [
    <PageLink key="list" to={paths.triggers} params={{ projectId }}>
      Triggers
    </PageLink>,
  ]
  if (data === undefined)
    return (
      <Page title="Trigger" trail={trail}>
        <ProblemAlert error={error} onRetry={() => void refetch()} />
        {error === null && <Loader aria-label="Loading the trigger" />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      lead={readCondition(data)}
      trail={trail}
      actions={<Actions projectId={projectId} trigger={data} />}
    >
      <ProblemAlert error={error} />
      <Parts projectId={projectId} trigger={data} />
    </Page>
  )
}

interface PartProps {
  readonly projectId: string
  readonly trigger: DataTrigger
}

function Parts({ projectId, trigger }: PartProps) {
  const [{ tab = 'overview' }, change] = useAddress('trigger')
  const may = useMay()
  const mayRun = may(runNeed(projectId, trigger.environmentName))
  const mayWrite = may(scheduleNeed(projectId, trigger.environmentName))
  const isHidden = (tab === 'backfill' && !mayRun) || (tab === 'settings' && !mayWrite)
  return (
    <Tabs
      value={isHidden ? 'overview' : tab}
      onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        {mayRun && <Tabs.Tab value="backfill">Backfill</Tabs.Tab>}
        {mayWrite && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <Overview projectId={projectId} trigger={trigger} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <Fires projectId={projectId} triggerId={trigger.triggerId} />
      </Tabs.Panel>
      <Tabs.Panel value="backfill" pt="md">
        <Backfill projectId={projectId} trigger={trigger} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" pt="md">
        <Edit projectId={projectId} trigger={trigger} onDone={() => change({ tab: undefined })} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Actions({ projectId, trigger }: PartProps) {
  const { triggerId, name, environmentName } = trigger
  const navigate = useNavigate()
  const path = { projectId, triggerId }
  const run = api.useMutation('post', `${one}/executions`, {
    onSuccess: ({ pipelineExecutionId: executionId }) =>
      void navigate({ to: paths.execution, params: { executionId } }),
    onError: showFailure,
  })
  async function remove(): Promise<void> {
    const { error } = await client.DELETE(one, { params: { path } })
    if (error !== undefined) throw error
    await navigate({ to: paths.triggers, params: { projectId }, ignoreBlocker: true })
    await invalidate('/v1/projects/{projectId}/triggers')
    showDone(`Deleted trigger ${name}`)
  }
  return (
    <Group gap="sm">
      <TriggerSwitch projectId={projectId} trigger={trigger} hasWord />
      <May needs={runNeed(projectId, environmentName)}>
        <Button
          variant="default"
          leftSection={<Play size={16} aria-hidden />}
          loading={run.isPending}
          onClick={() => run.mutate({ params: { path } })}
        >
          Run now
        </Button>
      </May>
      <May needs={scheduleNeed(projectId, environmentName)}>
        <Button
          variant="default"
          leftSection={<Trash2 size={16} aria-hidden />}
          onClick={() =>
            confirmLoss({
              title: 'Delete this trigger?',
              message: `${name} will no longer start anything, and its history is deleted. Executions it started are kept.`,
              action: 'Delete trigger',
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
