import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../../../api/client.ts'
import { DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { exactTime } from '../../../../ui/time.tsx'
import { useAddress } from '../../../../use-address.ts'

/** What was done with the repository, the newest first. */
export function Events({ projectId }: { readonly projectId: string }) {
  const [{ page = 0 }, change] = useAddress('repository')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects/{projectId}/repositories/events',
    { params: { path: { projectId }, query: { page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <DataTable
      label="Events"
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      rowKey={({ madeAt, action, detail }) => `${madeAt} ${action} ${detail}`}
      onPage={(wanted) => change({ page: wanted })}
      columns={[
        { header: 'When', cell: ({ madeAt }) => <span className="nowrap">{exactTime(madeAt)}</span> },
        { header: 'Event', cell: ({ action }) => wordsOf(action) },
        { header: 'Details', cell: ({ detail }) => detail },
        { header: 'By', cell: ({ madeBy }) => madeBy },
      ]}
      empty={<EmptyState title="No events yet" />}
    />
  )
}

/** `TOKEN_REPLACED` as words: `Token replaced`. */
const wordsOf = (action: string): string => {
  const words = action.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
