import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { api } from '../../api/client.ts'
import { OwnerName } from '../../components/ownership/owner.tsx'
import { May } from '../../components/rights/may.tsx'
import { type ListedShared, referenceOf, sharedPath } from '../../components/shared-pipelines/wire.ts'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { Ago } from '../../ui/time.tsx'
import { useWritten } from '../../ui/use-written.ts'
import { useAddress } from '../../use-address.ts'
import { PublishShared } from './publish.tsx'

/** The shared pipelines of the user's projects, in their newest versions. */
export function SharedPipelinesPage() {
  const [{ page = 0, find = '' }, change] = useAddress('sharedPipelines')
  const [written, write] = useWritten(find, (text) => change({ find: text || undefined, page: undefined }))
  const [isPublishing, publishing] = useDisclosure(false)
  const query = { page, ...(find !== '' && { search: find }) }
  const list = api.useQuery('get', sharedPath, { params: { query } }, { placeholderData: keepPreviousData })
  const publish = (
    <May needs={{ permissionInSomeProject: 'shared-pipelines:write' }}>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={publishing.open}>
        Publish a version
      </Button>
    </May>
  )
  return (
    <Page
      title="Shared pipelines"
      lead="Published once, run from other projects with the component Run Shared Pipeline."
      actions={publish}
    >
      <Stack>
        <TextInput
          aria-label="Find shared pipelines"
          placeholder="Find by id, name or description"
          leftSection={<Search size={14} aria-hidden />}
          value={written}
          onChange={({ currentTarget }) => write(currentTarget.value)}
          maw={420}
        />
        <DataTable
          label="Shared pipelines"
          columns={columns}
          rows={list.data}
          rowKey={referenceOf}
          error={list.error}
          onRetry={() => void list.refetch()}
          onPage={(wanted) => change({ page: wanted }, { push: true })}
          empty={
            find === '' ? (
              <NoneYet />
            ) : (
              <EmptyState title="No shared pipelines match">Change the search.</EmptyState>
            )
          }
        />
      </Stack>
      <PublishShared isOpen={isPublishing} onClose={publishing.close} />
    </Page>
  )
}

const columns: readonly Column<ListedShared>[] = [
  {
    header: 'Pipeline',
    cell: (one) => (
      <Stack gap={0}>
        <PageLink to={paths.sharedSet} params={{ prefix: one.sharedPipelineIdPrefix }} fw={600}>
          {referenceOf(one)}
        </PageLink>
        {one.displayName !== undefined && (
          <Text size="sm" c="dimmed">
            {one.displayName}
          </Text>
        )}
      </Stack>
    ),
  },
  { header: 'Description', cell: ({ description }) => description },
  { header: 'Newest version', cell: ({ versionName }) => versionName },
  { header: 'Published', cell: ({ publishedTime }) => <Ago at={publishedTime} /> },
  { header: 'Owner', cell: ({ projectId }) => <OwnerName projectId={projectId} /> },
]

const NoneYet = () => (
  <EmptyState title="No shared pipelines yet">
    List the pipelines of a project that others may run in .matillion/shared-pipelines.yaml, and publish a
    version.
  </EmptyState>
)
