import { Alert, Button, Card, Group, Loader, Stack, Table, Tabs, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Play, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { paths } from '../../../../paths.ts'
import { confirmLoss, showDone, showFailure } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId, useTriggerId } from '../../../../use-params.ts'
import { TriggerSwitch } from '../enabled-switch.tsx'
import { TriggerForm } from '../form/trigger-form.tsx'
import { type TriggerValues, triggerPatchOf, triggerValuesOf } from '../form/values.ts'
import { type DataTrigger, missedPolicies, readCondition } from '../shapes.ts'
import { showSigningSecret } from '../signing-secret.tsx'
import { Fires } from './fires.tsx'

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
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
        <May needs={{ projectId, permission: 'schedules:write' }}>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
        </May>
      </Tabs.List>
      <Tabs.Panel value="overview" pt="md">
        <Overview projectId={projectId} trigger={trigger} />
      </Tabs.Panel>
      <Tabs.Panel value="history" pt="md">
        <Fires projectId={projectId} triggerId={trigger.triggerId} />
      </Tabs.Panel>
      <Tabs.Panel value="settings" pt="md">
        <Edit projectId={projectId} trigger={trigger} onDone={() => change({ tab: undefined })} />
      </Tabs.Panel>
    </Tabs>
  )
}

// Over 60 lines: the facts of one table, in their order.
function Overview({ projectId, trigger }: PartProps) {
  const { condition, fault, lookedAt, lastFiredAt, variablePaths, scalarVariables, versionName } = trigger
  const { environmentName: environment, pipelineName: pipeline } = trigger
  return (
    <Stack gap="md">
      {fault !== undefined && (
        <Alert
          color="yellow"
          icon={<TriangleAlert aria-hidden size={18} />}
          title="This trigger starts nothing at the moment"
        >
          {fault}
        </Alert>
      )}
      <Card withBorder>
        <Title order={2} mb="xs">
          Facts
        </Title>
        <Table aria-label="Details" variant="vertical" withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            <Fact name="Pipeline">
              <PageLink
                to={paths.pipelines}
                params={{ projectId }}
                search={{ environment, pipeline }}
                size="sm"
              >
                {pipeline}
              </PageLink>
            </Fact>
            <Fact name="Version">{versionName ?? 'Latest'}</Fact>
            <Fact name="Environment">{environment}</Fact>
            <Fact name="Starts">{readCondition(trigger)}</Fact>
            {condition.sql !== undefined && (
              <Fact name="Query">
                <span className="monospace">{condition.sql}</span>
              </Fact>
            )}
            {condition.filePattern !== undefined && <Fact name="Pattern">{condition.filePattern}</Fact>}
            {condition.type === 'EVENT' && (
              <Fact name="Address of events">
                <span className="monospace">
                  POST /v1/projects/{projectId}/triggers/{trigger.triggerId}/events
                </span>
              </Fact>
            )}
            {lookedAt !== undefined && (
              <Fact name="Last check">
                <Ago at={lookedAt} />
              </Fact>
            )}
            <Fact name="Last run">{lastFiredAt === undefined ? 'Never' : <Ago at={lastFiredAt} />}</Fact>
            <Fact name="Concurrent executions">
              {trigger.allowConcurrentExecutions
                ? 'Allowed'
                : 'Skipped while the previous run is in progress'}
            </Fact>
            <Fact name="Missed runs">
              {missedPolicies.find(({ value }) => value === trigger.missedRunPolicy)?.label}
            </Fact>
            {[...Object.entries(scalarVariables), ...Object.entries(variablePaths)].map(([name, value]) => (
              <Fact key={name} name={name}>
                <span className="monospace">{value}</span>
              </Fact>
            ))}
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Table.Tr>
    <Table.Th scope="row" w={{ base: 120, xs: 200 }} fw={500}>
      {name}
    </Table.Th>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{children}</Table.Td>
  </Table.Tr>
)

/** Edits the settings that were loaded when the form opened; only changes are sent. */
function Edit({ projectId, trigger, onDone }: PartProps & { readonly onDone: () => void }) {
  const [before] = useState(() => ({ values: triggerValuesOf(trigger), condition: trigger.condition }))
  async function save(values: TriggerValues): Promise<void> {
    const { data, error } = await client.PATCH(one, {
      params: { path: { projectId, triggerId: trigger.triggerId } },
      body: triggerPatchOf(before.values, values, before.condition),
    })
    if (error !== undefined) throw error
    await invalidate('/v1/projects/{projectId}/triggers')
    showDone(`Saved trigger ${values.name}`)
    onDone()
    if (data.signingSecret !== undefined) showSigningSecret(data.signingSecret)
  }
  return (
    <TriggerForm
      projectId={projectId}
      initialValues={before.values}
      action="Save changes"
      onSave={save}
      onCancel={onDone}
    />
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
    await navigate({ to: paths.triggers, params: { projectId } })
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
      <May needs={{ projectId, permission: 'schedules:write' }}>
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
