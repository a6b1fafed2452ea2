import { Button, Select } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { isLive } from '../../../components/executions/shapes.ts'
import { Took } from '../../../components/executions/took.tsx'
import { useSourceChoices } from '../../../components/pipelines/source.ts'
import { runNeed } from '../../../components/rights/common-needs.ts'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { Status } from '../../../ui/status.tsx'
import { Ago } from '../../../ui/time.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { RunTestsDialog } from './run-dialog.tsx'
import { chosenTests, type TestExecutionSummary, testedSource, totalsText } from './shapes.ts'

const LIVE_MS = 2_000
const SIZE = 20

/** Runs of tests of the project, newest first, and the way to a new one. */
export function TestsPage() {
  const projectId = useProjectId()
  const [{ environment, page = 0 }, change] = useAddress('tests')
  const { environments } = useSourceChoices(projectId)
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/test-executions',
    {
      params: {
        path: { projectId },
        query: { page, size: SIZE, ...(environment !== undefined && { environmentName: environment }) },
      },
    },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ status }) => isLive(status)) ? LIVE_MS : false,
    },
  )
  return (
    <Page
      title="Tests"
      actions={
        <>
          <Select
            aria-label="Environment"
            size="xs"
            placeholder="All environments"
            searchable
            clearable
            data={(environments.data ?? []).map(({ name }) => name)}
            value={environment ?? null}
            onChange={(name) => change({ environment: name ?? undefined, page: undefined })}
          />
          <May needs={runNeed(projectId)}>
            <RunTests projectId={projectId} />
          </May>
        </>
      }
    >
      <DataTable
        label="Test executions"
        columns={columns}
        rows={data}
        rowKey={({ testExecutionId }) => testExecutionId}
        error={error}
        onRetry={() => void refetch()}
        onPage={(wanted) => change({ page: wanted })}
        empty={<NoTests isFiltered={environment !== undefined} />}
      />
    </Page>
  )
}

function RunTests({ projectId }: { readonly projectId: string }) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const open = (testExecutionId: string) =>
    void navigate({ to: paths.testExecution, params: { projectId, testExecutionId } })
  return (
    <>
      <Button
        leftSection={<Play size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        Run tests
      </Button>
      {isOpen && <RunTestsDialog projectId={projectId} onClose={() => setOpen(false)} onStarted={open} />}
    </>
  )
}

function NoTests({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No tests have run in this environment" />
  return (
    <EmptyState title="No tests have run">
      Tests are files of the repository that end in .test.yaml. They define the tables to start with, the
      pipeline to run, and what must be true afterwards.
    </EmptyState>
  )
}

const columns: readonly Column<TestExecutionSummary>[] = [
  { header: 'Status', cell: ({ status }) => <Status status={status} /> },
  {
    header: 'Tests',
    cell: (run) => (
      <PageLink
        to={paths.testExecution}
        params={{ projectId: run.projectId, testExecutionId: run.testExecutionId }}
        size="sm"
        fw={500}
      >
        {chosenTests(run)}
      </PageLink>
    ),
  },
  { header: 'Result', cell: ({ totals }) => <span className="nowrap">{totalsText(totals)}</span> },
  { header: 'Source', cell: (run) => testedSource(run) },
  { header: 'Environment', cell: ({ environmentName }) => environmentName },
  { header: 'Started by', cell: ({ user }) => user },
  { header: 'Queued', cell: ({ queuedAt }) => <Ago at={queuedAt} /> },
  {
    header: 'Duration',
    align: 'right',
    cell: ({ startedAt, finishedAt }) => <Took from={startedAt} to={finishedAt} />,
  },
]
