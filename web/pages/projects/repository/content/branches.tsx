import { Badge, Group, Text } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import type { operations } from '../../../../../openapi/types.generated.ts'
import { api } from '../../../../api/client.ts'
import { paths } from '../../../../paths.ts'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Ago } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'
import { BranchMenu } from './branch-menu.tsx'

type Branch = operations['listBranches']['responses'][200]['content']['application/json']['results'][number]

interface BranchesProps {
  readonly projectId: string
  readonly isHosted: boolean
}

/** The branches, by name. */
export function Branches({ projectId, isHosted }: BranchesProps) {
  const [{ page = 0 }, change] = useAddress('repository')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/branches',
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Branches"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      rowKey={({ name }) => name}
      onPage={(wanted) => change({ page: wanted })}
      columns={columnsOf(projectId, isHosted)}
      empty={<EmptyState title="No branches yet">Push one: the first branch becomes the default.</EmptyState>}
    />
  )
}

const columnsOf = (projectId: string, isHosted: boolean): readonly Column<Branch>[] => [
  {
    header: 'Branch',
    cell: ({ name, isDefault }) => (
      <Group gap="xs">
        <PageLink
          to={paths.repository}
          params={{ projectId }}
          search={{ tab: 'files', ref: isDefault ? undefined : name }}
          size="sm"
        >
          {name}
        </PageLink>
        {isDefault && <Badge variant="light">default</Badge>}
      </Group>
    ),
  },
  {
    header: 'Latest commit',
    cell: ({ commitHash, subject }) => (
      <>
        <Text size="sm" lineClamp={1}>
          {subject}
        </Text>
        <Text size="sm" c="dimmed" className="monospace">
          {commitHash.slice(0, 8)}
        </Text>
      </>
    ),
  },
  { header: 'Committed', cell: ({ committedAt }) => <Ago at={committedAt} /> },
  {
    header: 'History',
    isQuiet: true,
    align: 'right',
    cell: ({ name, isDefault }) => (
      <PageLink
        to={paths.repository}
        params={{ projectId }}
        search={{ tab: 'commits', ref: isDefault ? undefined : name }}
        size="sm"
        aria-label={`Commits of ${name}`}
      >
        Commits
      </PageLink>
    ),
  },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (branch) =>
      !branch.isDefault && <BranchMenu projectId={projectId} isHosted={isHosted} branch={branch} />,
  },
]
