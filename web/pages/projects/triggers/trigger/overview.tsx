import { Alert, Card, Stack, Table, Title } from '@mantine/core'
import { TriangleAlert } from 'lucide-react'
import { paths } from '../../../../paths.ts'
import { PageLink } from '../../../../ui/link.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { Fact, RunnerFact, VariablesFact } from '../../schedules/facts.tsx'
import { type DataTrigger, missedPolicies, readCondition, readSeconds } from '../shapes.ts'

interface OverviewProps {
  readonly projectId: string
  readonly trigger: DataTrigger
}

/** What a trigger runs and when, and what prevents it. */
export function Overview({ projectId, trigger }: OverviewProps) {
  return (
    <Stack gap="md">
      {trigger.fault !== undefined && (
        <Alert
          color="yellow"
          icon={<TriangleAlert aria-hidden size={18} />}
          title="This trigger cannot start anything at the moment"
        >
          {trigger.fault}
        </Alert>
      )}
      <Card withBorder>
        <Title order={2} mb="xs">
          Facts
        </Title>
        <Table aria-label="Details" variant="vertical" withRowBorders={false} verticalSpacing={4}>
          <Table.Tbody>
            <TargetFacts projectId={projectId} trigger={trigger} />
            <ConditionFacts projectId={projectId} trigger={trigger} />
            <RunFacts trigger={trigger} />
          </Table.Tbody>
        </Table>
      </Card>
    </Stack>
  )
}

function TargetFacts({ projectId, trigger }: OverviewProps) {
  const { environmentName: environment, pipelineName: pipeline, versionName } = trigger
  return (
    <>
      <Fact name="Pipeline">
        <PageLink to={paths.pipelines} params={{ projectId }} search={{ environment, pipeline }} size="sm">
          {pipeline}
        </PageLink>
      </Fact>
      <Fact name="Version">{versionName ?? 'Latest'}</Fact>
      <Fact name="Environment">{environment}</Fact>
      <RunnerFact runnerId={trigger.runnerId} />
    </>
  )
}

function ConditionFacts({ projectId, trigger }: OverviewProps) {
  const { type, sql, filePattern, withinSeconds } = trigger.condition
  return (
    <>
      <Fact name="Starts">{readCondition(trigger)}</Fact>
      {withinSeconds !== undefined && <Fact name="Within">{readSeconds(withinSeconds)}</Fact>}
      {sql !== undefined && (
        <Fact name="Query">
          <span className="monospace">{sql}</span>
        </Fact>
      )}
      {filePattern !== undefined && <Fact name="Pattern">{filePattern}</Fact>}
      {type === 'EVENT' && (
        <Fact name="Address of events">
          <span className="monospace">
            POST /v1/projects/{projectId}/triggers/{trigger.triggerId}/events
          </span>
        </Fact>
      )}
    </>
  )
}

function RunFacts({ trigger }: Pick<OverviewProps, 'trigger'>) {
  const { lookedAt, lastFiredAt } = trigger
  return (
    <>
      {lookedAt !== undefined && (
        <Fact name="Last check">
          <Ago at={lookedAt} />
        </Fact>
      )}
      <Fact name="Last run">{lastFiredAt === undefined ? 'Never' : <Ago at={lastFiredAt} />}</Fact>
      <Fact name="Concurrent executions">
        {trigger.allowConcurrentExecutions ? 'Allowed' : 'Skipped while the previous run is in progress'}
      </Fact>
      <Fact name="Missed runs">
        {missedPolicies.find(({ value }) => value === trigger.missedRunPolicy)?.label}
      </Fact>
      <VariablesFact {...trigger} />
    </>
  )
}
