import { Autocomplete, Loader, Stack, Text, Title } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../api/client.ts'
import { AssetLink } from '../../../components/lineage/assets-table.tsx'
import { type Column, DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import type { TabProps, TracedColumnItem } from './shapes.ts'

/** A column of the asset, where it comes from, and what breaks without it. */
export function ColumnsTab({ asset: { assetId, columnNames = [] }, address: { column }, change }: TabProps) {
  const [written, write] = useState(column ?? '')
  useEffect(() => write(column ?? ''), [column])
  const settle = (text: string) => change({ column: text.trim() || undefined })
  return (
    <Stack gap="md">
      <Autocomplete
        label="Column"
        description={
          columnNames.length === 0
            ? 'Its columns are not all known; enter the name of one.'
            : 'Choose a column or enter its name.'
        }
        maw={420}
        data={[...new Set(columnNames)]}
        value={written}
        onChange={(text) => {
          write(text)
          if (text === '') settle('')
        }}
        onOptionSubmit={settle}
        onBlur={() => settle(written)}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        clearable
        clearButtonProps={{ 'aria-label': 'Clear the column' }}
      />
      {column === undefined ? (
        <EmptyState title="No column chosen">
          Choose one to see where it comes from and what breaks when you drop it.
        </EmptyState>
      ) : (
        <Trace assetId={assetId} column={column} />
      )}
    </Stack>
  )
}

function Trace({ assetId, column }: { readonly assetId: string; readonly column: string }) {
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/assets/{assetId}/column-lineage',
    { params: { path: { assetId }, query: { column } } },
    { placeholderData: keepPreviousData },
  )
  if (data === undefined)
    return error === null ? (
      <Loader aria-label="Tracing the column" />
    ) : (
      <ProblemAlert error={error} onRetry={() => void refetch()} />
    )
  return (
    <>
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      <Way
        title="Where it comes from"
        rows={data.upstream}
        none="It is not made from columns of other assets, as far as is known."
      />
      <Way
        title="What breaks when you drop it"
        rows={data.downstream}
        none="No columns of other assets are made from it, as far as is known."
      />
      {data.truncated && (
        <Text size="sm">
          There are more columns than shown. Open one of these assets to continue from there.
        </Text>
      )}
    </>
  )
}

interface WayProps {
  readonly title: string
  readonly rows: readonly TracedColumnItem[]
  readonly none: string
}

const Way = ({ title, rows, none }: WayProps) => (
  <div>
    <Title order={2} size="h4" mb={4}>
      {title}
    </Title>
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    ) : (
      <DataTable
        label={title}
        columns={columns}
        rows={{ results: rows }}
        rowKey={(row) => `${row.assetId} ${row.column}`}
        empty={null}
      />
    )}
  </div>
)

const columns: readonly Column<TracedColumnItem>[] = [
  { header: 'Column', cell: ({ column }) => <span className="monospace">{column}</span> },
  { header: 'Asset', cell: (row) => <AssetLink {...row} /> },
  { header: 'Steps', align: 'right', cell: ({ distance }) => distance },
  { header: 'Pipelines', cell: ({ pipelines }) => pipelines.join(', ') },
]
