import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, Upload } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { OwnerName } from '../../components/ownership/owner.tsx'
import { SharingDialog } from '../../components/ownership/sharing.tsx'
import { May } from '../../components/rights/may.tsx'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../use-address.ts'
import { ConnectorActions } from './connector-actions.tsx'
import { ImportConnector } from './import-connector.tsx'
import { NewConnector } from './new-connector.tsx'
import { ConnectorTabs } from './tabs.tsx'
import { authenticationLabels, type Connector, connectorsPath } from './wire.ts'

/** All custom connectors in alphabetical order. */
export function ConnectorsPage() {
  const [{ page }, change] = useAddress('connectors')
  const [isCreating, creating] = useDisclosure(false)
  const [isImporting, importing] = useDisclosure(false)
  const [shared, setShared] = useState<Connector>()
  const connectors = api.useQuery(
    'get',
    connectorsPath,
    { params: { query: { page: page ?? 0 } } },
    { placeholderData: keepPreviousData },
  )
  const buttons = (
    <May needs={{ permissionInSomeProject: 'connectors:write' }}>
      <Button variant="default" leftSection={<Upload size={16} aria-hidden />} onClick={importing.open}>
        Import
      </Button>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={creating.open}>
        New connector
      </Button>
    </May>
  )
  return (
    <Page title="Connectors" lead="Custom connectors call any REST API from a pipeline." actions={buttons}>
      <ConnectorTabs active="connectors">
        <DataTable
          label="Custom connectors"
          columns={columnsOf(setShared)}
          rows={connectors.data}
          rowKey={({ connectorId }) => connectorId}
          error={connectors.error}
          onRetry={() => void connectors.refetch()}
          onPage={(wanted) => change({ page: wanted }, { push: true })}
          empty={<NoConnectors onNew={creating.open} onImport={importing.open} />}
        />
      </ConnectorTabs>
      <NewConnector isOpen={isCreating} onClose={creating.close} />
      <ImportConnector isOpen={isImporting} onClose={importing.close} />
      {shared !== undefined && (
        <SharingDialog
          kind="custom-connectors"
          id={shared.connectorId}
          name={shared.name}
          onClose={() => setShared(undefined)}
        />
      )}
    </Page>
  )
}

const columnsOf = (onShare: (connector: Connector) => void): readonly Column<Connector>[] => [
  {
    header: 'Name',
    cell: ({ connectorId, name }) => (
      <PageLink to={paths.connector} params={{ connectorId }} fw={600}>
        {name}
      </PageLink>
    ),
  },
  { header: 'Owner', cell: ({ projectId }) => <OwnerName projectId={projectId} /> },
  { header: 'Endpoints', align: 'right', cell: ({ endpoints }) => endpoints.length },
  {
    header: 'Host',
    cell: ({ endpoints }) => (
      <Text span size="sm" className="monospace">
        {distinct(endpoints.map(({ url }) => URL.parse(url)?.host ?? url))}
      </Text>
    ),
  },
  {
    header: 'Authentication',
    cell: ({ endpoints }) =>
      distinct(endpoints.map(({ authentication }) => authenticationLabels[authentication.type])),
  },
  {
    header: 'Actions',
    isQuiet: true,
    align: 'right',
    cell: (row) => <ConnectorActions connector={row} onShare={onShare} />,
  },
]

const distinct = (values: readonly string[]): string => [...new Set(values)].join(', ') || '–'

function NoConnectors({ onNew, onImport }: { readonly onNew: () => void; readonly onImport: () => void }) {
  return (
    <EmptyState title="No custom connectors yet">
      A connector describes the endpoints of an API, so that pipelines can load its data.
      <May needs={{ permissionInSomeProject: 'connectors:write' }}>
        {' '}
        You can create one, or import one from another installation.
        <Group justify="center" gap="xs" mt="sm">
          <Button variant="default" onClick={onImport}>
            Import a connector
          </Button>
          <Button onClick={onNew}>Create a connector</Button>
        </Group>
      </May>
    </EmptyState>
  )
}
