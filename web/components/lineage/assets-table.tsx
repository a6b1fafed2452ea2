import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { type Column, DataTable, type Rows, type Sorting } from '../../ui/data-table.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Ago } from '../../ui/time.tsx'
import { type Asset, type AssetKind, kinds } from './shapes.ts'

interface AssetsTableProps {
  readonly rows: Rows<Asset> | undefined
  readonly error: unknown
  readonly onRetry: () => void
  readonly onPage: (page: number) => void
  readonly sorting?: Sorting
  readonly empty: ReactNode
}

/** Assets with where they are and when they were last written. */
export const AssetsTable = (props: AssetsTableProps) => (
  <DataTable label="Assets" columns={columns} rowKey={({ assetId }) => assetId} {...props} />
)

const columns: readonly Column<Asset>[] = [
  {
    header: 'Name',
    sort: 'name',
    cell: (asset) => (
      <Stack gap={0}>
        <AssetLink {...asset} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {asset.namespace}
        </Text>
      </Stack>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => <Kind kind={kind} /> },
  {
    header: 'Last written',
    sort: 'lastWrittenTime',
    cell: ({ lastWrittenTime }) => <Ago at={lastWrittenTime} />,
  },
  {
    header: 'Columns',
    align: 'right',
    cell: ({ columnNames }) => columnNames?.length.toLocaleString() ?? '–',
  },
]

/** Leads to the page of an asset. */
export const AssetLink = ({ assetId, name }: Pick<Asset, 'assetId' | 'name'>) => (
  <PageLink
    to={paths.asset}
    params={{ assetId }}
    size="sm"
    style={{ overflowWrap: 'anywhere', minWidth: 120, display: 'inline-block' }}
  >
    {name}
  </PageLink>
)

function Kind({ kind }: { readonly kind: AssetKind }) {
  const { icon: Icon, label } = kinds[kind]
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={14} aria-hidden />
      {label}
    </Group>
  )
}
