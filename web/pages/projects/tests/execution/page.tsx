import { Alert, Button, Group, Loader, Progress, SegmentedControl, Stack, Text } from '@mantine/core'
import { Ban, Download } from 'lucide-react'
import { useState } from 'react'
import { basePath } from '../../../../api/base.ts'
import { api, client, invalidate } from '../../../../api/client.ts'
import { CancelDialog } from '../../../../components/executions/cancel-dialog.tsx'
import { isLive } from '../../../../components/executions/shapes.ts'
import { Took } from '../../../../components/executions/took.tsx'
import { cancelNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { lookOf, Status } from '../../../../ui/status.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { useProjectId, useTestExecutionId } from '../../../../use-params.ts'
import { chosenTests, type TestExecution, testedSource, totalsText } from '../shapes.ts'
import { TestResults } from './test-results.tsx'

const LIVE_MS = 1_500

/** One run of tests: how far it is, and each test with what was expected and what was there. */
export function TestExecutionPage() {
  const path = { projectId: useProjectId(), testExecutionId: useTestExecutionId() }
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/test-executions/{testExecutionId}',
    { params: { path } },
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isLive(state.data.status) ? LIVE_MS : false,
    },
  )
  if (data !== undefined) return <Known key={path.testExecutionId} run={data} />
  if (error === null) return <Loader aria-label="Loading the test execution" />
  return (
    <Page title="Test execution" trail={[<AllTests key="all" projectId={path.projectId} />]}>
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    </Page>
  )
}

const AllTests = ({ projectId }: { readonly projectId: string }) => (
  <PageLink to={paths.tests} params={{ projectId }} size="sm">
    Tests
  </PageLink>
)

function Known({ run }: { readonly run: TestExecution }) {
  const { projectId, testExecutionId, environmentName, status, message, queuedAt, user, totals } = run
  return (
    <Page
      title={chosenTests(run)}
      trail={[<AllTests key="all" projectId={projectId} />]}
      lead={
        <>
          {testedSource(run)} in {environmentName}, started by {user} <Ago at={queuedAt} />
        </>
      }
      actions={<Actions run={run} />}
    >
      <Stack gap="xs">
        <Group gap="sm">
          <Status status={status} />
          <Text size="sm" role="status">
            {totalsText(totals)}
          </Text>
          <Text size="sm" c="dimmed">
            <Took from={run.startedAt} to={run.finishedAt} />
          </Text>
          <PageLink
            to={paths.execution}
            params={{ executionId: testExecutionId }}
            search={{ view: 'log' }}
            size="sm"
          >
            Log
          </PageLink>
        </Group>
        <Totals run={run} />
        {message !== undefined && (
          <Alert color={lookOf(status).colour} title="Message" py="xs">
            {message}
          </Alert>
        )}
        <Results run={run} />
      </Stack>
    </Page>
  )
}

function Totals({ run: { totals } }: { readonly run: TestExecution }) {
  const share = (count: number) => (totals.total === 0 ? 0 : (count / totals.total) * 100)
  return (
    <Progress.Root size="sm">
      <Progress.Section value={share(totals.passed)} color="green" aria-label="Passed" />
      <Progress.Section value={share(totals.failed)} color="red" aria-label="Failed" />
      <Progress.Section value={share(totals.cancelled)} color="orange" aria-label="Cancelled" />
    </Progress.Root>
  )
}

function Results({ run }: { readonly run: TestExecution }) {
  const [{ show, page = 0 }, change] = useAddress('testExecution')
  const shown = show === 'failed' ? run.tests.filter(({ status }) => status === 'FAILED') : run.tests
  return (
    <>
      <SegmentedControl
        size="xs"
        w="max-content"
        aria-label="Tests"
        data={[
          { value: '', label: 'All' },
          { value: 'failed', label: 'Failed' },
        ]}
        value={show ?? ''}
        onChange={(wanted) => change({ show: wanted, page: undefined })}
      />
      <TestResults
        tests={shown}
        page={page}
        isFiltered={show === 'failed'}
        onPage={(wanted) => change({ page: wanted })}
      />
    </>
  )
}

function Actions({ run }: { readonly run: TestExecution }) {
  const { projectId, testExecutionId, environmentName, status } = run
  const [isOpen, setOpen] = useState(false)
  if (!isLive(status))
    return (
      <Button
        component="a"
        href={`${basePath}/v1/projects/${projectId}/test-executions/${testExecutionId}/report`}
        download={`tests-${testExecutionId}.xml`}
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
      >
        JUnit
      </Button>
    )
  return (
    <May needs={cancelNeed(projectId, environmentName)}>
      <Button
        color="red"
        variant="light"
        leftSection={<Ban size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Cancel
      </Button>
      <CancelDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Cancel tests"
        message="Running tests are stopped, and no new ones start. Results so far are kept."
        action="Cancel tests"
        onCancel={(force) => cancelTests({ projectId, testExecutionId }, force)}
      />
    </May>
  )
}

async function cancelTests(
  path: { readonly projectId: string; readonly testExecutionId: string },
  force: boolean,
): Promise<void> {
  const { error } = await client.PATCH('/v1/projects/{projectId}/test-executions/{testExecutionId}', {
    params: { path },
    body: { status: 'CANCELLED', ...(force && { forceUpdate: true }) },
  })
  if (error !== undefined) throw error
  await invalidate('/v1/projects/{projectId}/test-executions')
  showDone('The tests are being cancelled.')
}
