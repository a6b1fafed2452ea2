import { Badge, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { CircleX, TriangleAlert } from 'lucide-react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { BranchChoice } from '../repository/content/branch-choice.tsx'
import { useRepository } from '../repository/use-repository.ts'
import { allFindings, type Finding, pageOf, shownFindings } from './findings.ts'

type Review = operations['reviewPipelines']['responses'][200]['content']['application/json']

/** What a quality review finds in a branch, each finding with a link to its place. */
export function QualityPage() {
  const projectId = useProjectId()
  const [{ branch, severity, page = 0 }, change] = useAddress('quality')
  const { data, error, refetch, isPlaceholderData } = api.useQuery(
    'post',
    '/v1/projects/{projectId}/reviews',
    // Git calls the default branch so.
    { params: { path: { projectId } }, body: { branchName: branch ?? 'HEAD' } },
    { placeholderData: keepPreviousData, retry: false },
  )
  const findings = data && allFindings(data)
  const { data: repository } = useRepository(projectId)
  if (repository === null)
    return (
      <Page title="Quality">
        <EmptyState title="Nothing to review yet">
          A review checks the pipelines of a branch. The project has no{' '}
          <PageLink to={paths.repository} params={{ projectId }} underline="always">
            repository
          </PageLink>{' '}
          yet.
        </EmptyState>
      </Page>
    )
  return (
    <Page
      title="Quality"
      actions={
        <BranchChoice
          projectId={projectId}
          value={branch}
          onChange={(wanted) => change({ branch: wanted, page: undefined })}
        />
      }
    >
      <Stack gap="sm" aria-busy={isPlaceholderData}>
        {data !== undefined && findings !== undefined && (
          <Group gap="sm">
            <Outcome review={data} />
            <SegmentedControl
              size="xs"
              aria-label="Severity"
              data={[
                { value: '', label: 'All' },
                { value: 'ERROR', label: 'Errors' },
                { value: 'WARNING', label: 'Warnings' },
              ]}
              value={severity ?? ''}
              onChange={(wanted) => change({ severity: wanted, page: undefined })}
            />
          </Group>
        )}
        <DataTable
          label="Findings"
          columns={columnsOf(projectId, branch)}
          rows={findings && pageOf(shownFindings(findings, severity), page)}
          rowKey={({ file, rule, line, message }) => `${file} ${rule} ${line} ${message}`}
          error={error}
          onRetry={() => void refetch()}
          onPage={(wanted) => change({ page: wanted })}
          empty={<NoFindings isFiltered={(findings?.length ?? 0) > 0} />}
        />
      </Stack>
    </Page>
  )
}

function NoFindings({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="No findings of this severity" />
  return (
    <EmptyState title="No findings">
      The pipelines of this branch pass the review. The file .headrace/quality.yaml of the repository changes
      its rules.
    </EmptyState>
  )
}

function Outcome({
  review: { reviewStatus, commitId, results, excludedFiles },
}: {
  readonly review: Review
}) {
  const pipelines = Object.keys(results).length
  const hasPassed = reviewStatus === 'PASSED'
  return (
    <Group gap="xs">
      <Badge color={hasPassed ? 'teal' : 'red'} variant="light">
        {hasPassed ? 'Passed' : 'Failed'}
      </Badge>
      <Text size="sm" c="dimmed">
        {pipelines} {pipelines === 1 ? 'file' : 'files'} of commit{' '}
        <span className="monospace">{commitId.slice(0, 8)}</span>
        {excludedFiles.length > 0 && `, ${excludedFiles.length} left out by the rules`}
      </Text>
    </Group>
  )
}

const columnsOf = (projectId: string, branch: string | undefined): readonly Column<Finding>[] => [
  {
    header: 'Severity',
    cell: ({ severity }) => {
      const isError = severity === 'ERROR'
      const Icon = isError ? CircleX : TriangleAlert
      return (
        <Group gap={6} wrap="nowrap">
          <Icon size={16} aria-hidden color={`var(--mantine-color-${isError ? 'red' : 'orange'}-text)`} />
          <Text size="sm">{isError ? 'Error' : 'Warning'}</Text>
        </Group>
      )
    },
  },
  {
    header: 'Finding',
    cell: ({ message, hint }) => (
      <Stack gap={0} miw={220}>
        <Text size="sm">{message}</Text>
        {hint !== undefined && (
          <Text size="xs" c="dimmed">
            {hint}
          </Text>
        )}
      </Stack>
    ),
  },
  { header: 'Place', cell: (finding) => <Place projectId={projectId} branch={branch} finding={finding} /> },
  {
    header: 'Rule',
    cell: ({ rule }) => (
      <Text size="sm" className="monospace" style={{ whiteSpace: 'nowrap' }}>
        {rule}
      </Text>
    ),
  },
]

interface PlaceProps {
  readonly projectId: string
  readonly branch: string | undefined
  readonly finding: Finding
}

/**
 * Leads to the component of the drawing, else to the line of the text, and to the file where it is no
 * pipeline.
 */
function Place({ projectId, branch, finding: { file, line, component, isPipeline } }: PlaceProps) {
  const text = `${file}:${line}`
  if (!isPipeline)
    return (
      <PageLink
        to={paths.repository}
        params={{ projectId }}
        search={{ tab: 'files', ref: branch, file }}
        size="sm"
      >
        {text}
      </PageLink>
    )
  const place = component === undefined ? { tab: 'text', line } : { component }
  return (
    <PageLink
      to={paths.pipelines}
      params={{ projectId }}
      search={{ branch, pipeline: file, ...place }}
      size="sm"
    >
      {text}
    </PageLink>
  )
}
