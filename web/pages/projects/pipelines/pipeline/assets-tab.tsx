import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../../api/client.ts'
import { AssetsTable } from '../../../../components/lineage/assets-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'

interface AssetsTabProps {
  readonly projectId: string
  readonly name: string
}

/** What a pipeline reads and writes, published or run, in the environments that the user sees. */
export function AssetsTab({ projectId, name }: AssetsTabProps) {
  const [page, turn] = useState(0)
  const list = api.useQuery(
    'get',
    '/v1/assets',
    { params: { query: { projectId, pipelineName: name, page } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <AssetsTable
      rows={list.data}
      error={list.error}
      onRetry={() => void list.refetch()}
      onPage={turn}
      empty={
        <EmptyState title="No assets yet">
          What the pipeline reads and writes appears here once it has run.
        </EmptyState>
      }
    />
  )
}
