import { Alert, Card, Grid, Stack, Table, Text, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import { Ago, exactTime } from '../../../../ui/time.tsx'
import { Fact, RunnerFact, VariablesFact } from '../facts.tsx'
import { NextFires, SHOWN_FIRES } from '../form/preview.tsx'
import { missedRunPolicies, readTiming, type Schedule } from '../shapes.ts'

interface OverviewProps {
  readonly projectId: string
  readonly schedule: Schedule
}

/** What a schedule runs, when and how, with its next due times. */
export function Overview({ projectId, schedule }: OverviewProps) {
  const { disabledReason } = schedule
  return (
    <Stack gap="md">
      {disabledReason !== undefined && (
        <Alert
          color="yellow"
          icon={<TriangleAlert aria-hidden size={18} />}
          title="Headrace disabled this schedule"
        >
          {disabledReason} Correct it, then enable the schedule again.
        </Alert>
      )}
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Card withBorder>
            <Title order={2} mb="xs">
              Facts
            </Title>
            <Table aria-label="Details" variant="vertical" withRowBorders={false} verticalSpacing={4}>
              <Table.Tbody>
                <Facts projectId={projectId} schedule={schedule} />
              </Table.Tbody>
            </Table>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder>
            <Upcoming projectId={projectId} schedule={schedule} />
          </Card>
        </Grid.Col>
      </Grid>
    </Stack>
  )
}

function Upcoming({ projectId, schedule }: OverviewProps) {
  const { scheduleId, scheduleEnabled, cronTimezone } = schedule
  const { data, error } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/schedules/{scheduleId}/fire-times',
    { params: { path: { projectId, scheduleId }, query: { count: SHOWN_FIRES } } },
    { refetchInterval: 10_000 },
  )
  const none = scheduleEnabled ? 'The expression has no future due time.' : 'The schedule is disabled.'
  return (
    <NextFires
      fireTimes={data?.fireTimes}
      timeZone={cronTimezone}
      error={error}
      none={none}
      hasJitter={schedule.jitterSeconds > 0}
    />
  )
}

function Facts({ projectId, schedule }: OverviewProps) {
  const { cronExpression, versionName, lastRunAt, nextRunAt, jitterSeconds, dueTimeVariable } = schedule
  const policy = missedRunPolicies.find(({ value }) => value === schedule.missedRunPolicy)!
  return (
    <>
      <Fact name="Pipeline">
        <PageLink
          to={paths.pipelines}
          params={{ projectId }}
          search={{ environment: schedule.environmentName, pipeline: schedule.pipelineName }}
          size="sm"
        >
          {schedule.pipelineName}
        </PageLink>
      </Fact>
      <Fact name="Version">{versionName ?? 'Latest'}</Fact>
      <Fact name="Environment">{schedule.environmentName}</Fact>
      <RunnerFact runnerId={schedule.runnerId} />
      <Fact name="When">
        {readTiming(schedule)}
        {cronExpression !== undefined && (
          <Text c="dimmed" className="monospace">
            {cronExpression}
          </Text>
        )}
      </Fact>
      <Fact name="Effective from">{exactTime(schedule.effectiveFrom)}</Fact>
      <Fact name="Next run">{nextRunAt === undefined ? 'Disabled' : <Ago at={nextRunAt} />}</Fact>
      <Fact name="Last run">{lastRunAt === undefined ? 'Never' : <Ago at={lastRunAt} />}</Fact>
      <Fact name="Concurrent executions">
        {schedule.allowConcurrentExecutions ? 'Allowed' : 'Skipped while the previous run is in progress'}
      </Fact>
      <Fact name="Missed runs">{policy.label}</Fact>
      {jitterSeconds > 0 && <Fact name="Jitter">Up to {jitterSeconds.toLocaleString('en')} seconds</Fact>}
      {dueTimeVariable !== undefined && <Fact name="Variable for the due time">{dueTimeVariable}</Fact>}
      <VariablesFact {...schedule} />
    </>
  )
}
