import { Button, Card, Group, List, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { runNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { PastRange, type PastRangeValues, rangeOf, usePastRange } from '../../schedules/form/past-range.tsx'
import type { BackfillPlan, DataTrigger } from '../shapes.ts'

interface BackfillProps {
  readonly projectId: string
  readonly trigger: DataTrigger
}

interface Tried {
  readonly plan: BackfillPlan
  readonly range: ReturnType<typeof rangeOf>
}

const all = '/v1/projects/{projectId}/triggers/{triggerId}/backfills'
const LISTED = 10

/** Runs of what happened in the past and started nothing: first what would run, then, if that is what was meant, the runs. */
export function Backfill({ projectId, trigger }: BackfillProps) {
  const [tried, setTried] = useState<Tried>()
  const [shown, setShown] = useState<readonly string[]>([])
  const form = usePastRange(() => setTried(undefined))
  const path = { projectId, triggerId: trigger.triggerId }
  const ask = api.useMutation('post', all, { onError: (error) => setShown(showAtFields(form, error)) })
  const request = (range: Tried['range'], dryRun: boolean) =>
    ask.mutateAsync({ params: { path }, body: { ...range, dryRun } })
  async function attempt(values: PastRangeValues): Promise<void> {
    const range = rangeOf(values)
    setTried({ plan: await request(range, true), range })
  }
  async function begin({ range, plan }: Tried): Promise<void> {
    await request(range, false)
    setTried(undefined)
    showDone(`Backfill started: ${runsOf(plan)}`)
    await invalidate('/v1/projects/{projectId}/triggers/{triggerId}')
  }
  return (
    <Card withBorder component="section" aria-label="New backfill">
      <form onSubmit={form.onSubmit((values) => void attempt(values).catch(() => undefined))} noValidate>
        <Stack gap="sm">
          <Title order={2}>New backfill</Title>
          <Text size="sm" c="dimmed">
            Runs what was skipped, missed or failed in a past range, with lower priority than live work.
            Nothing runs twice.
          </Text>
          <PastRange form={form} />
          <ProblemAlert error={ask.error} fieldMessages={shown} />
          <Group>
            <Button type="submit" variant={tried ? 'default' : 'filled'} loading={ask.isPending && !tried}>
              Preview
            </Button>
            {!trigger.allowConcurrentExecutions && <Stop projectId={projectId} trigger={trigger} />}
          </Group>
          {tried !== undefined && (
            <Planned
              plan={tried.plan}
              isPending={ask.isPending}
              onBegin={() => void begin(tried).catch(() => undefined)}
            />
          )}
        </Stack>
      </form>
    </Card>
  )
}

interface PlannedProps {
  readonly plan: BackfillPlan
  readonly isPending: boolean
  readonly onBegin: () => void
}

function Planned({ plan, isPending, onBegin }: PlannedProps) {
  const { total, alreadyRun, causes } = plan
  const left = total - alreadyRun
  return (
    <Stack gap="xs" role="status">
      <Text size="sm">
        {total.toLocaleString('en')} {total === 1 ? 'event' : 'events'} in this range
        {alreadyRun > 0 && `, ${alreadyRun.toLocaleString('en')} of them started before`}.
      </Text>
      <List size="sm" type="ordered" listStyleType="none">
        {causes.slice(0, LISTED).map((cause) => (
          <List.Item key={cause} style={{ overflowWrap: 'anywhere' }}>
            {cause}
          </List.Item>
        ))}
        {left > LISTED && <List.Item>and {(left - LISTED).toLocaleString('en')} more</List.Item>}
      </List>
      <Group>
        <Button onClick={onBegin} disabled={left === 0} loading={isPending}>
          {left === 0 ? 'Nothing to run' : `Run ${runsOf(plan)}`}
        </Button>
      </Group>
    </Stack>
  )
}

function runsOf({ total, alreadyRun }: BackfillPlan): string {
  const left = total - alreadyRun
  return `${left.toLocaleString('en')} ${left === 1 ? 'event' : 'events'}`
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
            message: 'What waits for its turn will not run. Queued executions are kept.',
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
