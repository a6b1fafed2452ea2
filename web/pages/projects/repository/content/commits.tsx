import { Stack, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { operations } from '../../../../../openapi/types.generated.ts'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { CopyIcon } from '../../../../ui/copy-icon.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { BranchChoice } from './branch-choice.tsx'
import { Refusal } from './refusal.tsx'

type Commit = operations['listCommits']['responses'][200]['content']['application/json']['results'][number]

/** The commits of a branch, the newest first. */
export function Commits({ projectId }: { readonly projectId: string }) {
  const [{ page = 0, ref }, change] = useAddress('repository')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/commits',
    { params: { path: { projectId }, query: { page, ...(ref !== undefined && { ref }) } } },
    { placeholderData: keepPreviousData },
  )
  const choice = (
    <BranchChoice
      projectId={projectId}
      value={ref}
      onChange={(chosen) => change({ ref: chosen, page: undefined })}
    />
  )
  if (error)
    return (
      <Stack gap="sm">
        {ref !== undefined && choice}
        <Refusal error={error} onRetry={() => void refetch()} />
      </Stack>
    )
  return (
    <Stack gap="sm">
      {choice}
      <DataTable
        label="Commits"
        rows={data}
        rowKey={({ commitHash }) => commitHash}
        onPage={(wanted) => change({ page: wanted })}
        columns={columnsOf(projectId)}
        empty={<EmptyState title="No commits yet">Push a commit to this branch.</EmptyState>}
      />
    </Stack>
  )
}

const columnsOf = (projectId: string): readonly Column<Commit>[] => [
  {
    header: 'Commit',
    cell: ({ commitHash }) => (
      <PageLink
        to={paths.repository}
        params={{ projectId }}
        search={{ tab: 'files', ref: commitHash }}
        className="monospace"
        size="sm"
      >
        {commitHash.slice(0, 8)}
      </PageLink>
    ),
  },
  { header: 'Subject', cell: ({ subject }) => subject },
  {
    header: 'Author',
    cell: ({ authorName, authorEmail }) => (
      <Text size="sm" title={authorEmail}>
        {authorName}
      </Text>
    ),
  },
  { header: 'When', cell: ({ authoredAt }) => <Ago at={authoredAt} /> },
  {
    header: 'Copy',
    isQuiet: true,
    align: 'right',
    cell: ({ commitHash }) => (
      <CopyIcon value={commitHash} label={`Copy the id of ${commitHash.slice(0, 8)}`} />
    ),
  },
]
