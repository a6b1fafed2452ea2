import { Button } from '@mantine/core'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/client.ts'
import { SharingDialog } from '../../../components/ownership/sharing.tsx'
import { May } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { showDone, showFailure } from '../../../ui/confirm.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { ConnectorTabs } from '../tabs.tsx'
import { type OAuth, oauthsPath } from '../wire.ts'
import { AuthorizeDialog, authorize, type Waiting } from './authorize.tsx'
import { columnsOf } from './columns.tsx'
import { DeleteOAuth } from './delete-oauth.tsx'
import { OAuthDialog } from './oauth-form.tsx'

/** The OAuths tab: all OAuth entries, the oldest first. */
export function OAuthsPage() {
  const [{ page, from }, change] = useAddress('oauths')
  const [edited, setEdited] = useState<OAuth | 'new'>()
  const [deleted, setDeleted] = useState<OAuth>()
  const [shared, setShared] = useState<OAuth>()
  const [waiting, setWaiting] = useState<Waiting>()
  const params = { query: { page: page ?? 0 } }
  const oauths = api.useQuery('get', oauthsPath, { params }, { placeholderData: keepPreviousData })
  const columns = columnsOf({
    onAuthorize: (oauth) => authorize(oauth).then(setWaiting, showFailure),
    onChange: setEdited,
    onShare: setShared,
    onDelete: setDeleted,
  })
  function onSaved(oauth: OAuth, isNew: boolean): void {
    setEdited(undefined)
    showDone(isNew ? `Saved ${oauth.name}. Authorize it before you use it.` : `Saved ${oauth.name}`)
  }
  const add = (
    <May needs={{ permissionInSomeProject: 'oauths:write' }}>
      <Button leftSection={<Plus size={16} aria-hidden />} onClick={() => setEdited('new')}>
        Add OAuth
      </Button>
    </May>
  )
  return (
    <Page
      title="OAuths"
      lead="Endpoints with the authentication type OAuth get their tokens from these entries."
      trail={from === undefined ? [] : [<BackToConnector key="back" connectorId={from} />]}
      actions={add}
    >
      <ConnectorTabs active="oauths">
        <DataTable
          label="OAuth entries"
          columns={columns}
          rows={oauths.data}
          rowKey={({ oauthId }) => oauthId}
          error={oauths.error}
          onRetry={() => void oauths.refetch()}
          onPage={(wanted) => change({ page: wanted }, { push: true })}
          empty={<NoOAuths onAdd={() => setEdited('new')} />}
        />
      </ConnectorTabs>
      <OAuthDialog wanted={edited} onClose={() => setEdited(undefined)} onSaved={onSaved} />
      <DeleteOAuth oauth={deleted} onClose={() => setDeleted(undefined)} />
      {shared !== undefined && (
        <SharingDialog
          kind="oauths"
          id={shared.oauthId}
          name={shared.name}
          onClose={() => setShared(undefined)}
        />
      )}
      <AuthorizeDialog waiting={waiting} onClose={() => setWaiting(undefined)} />
    </Page>
  )
}

/** Leads back to the connector whose link “Manage OAuth” opened this page. */
function BackToConnector({ connectorId }: { readonly connectorId: string }) {
  const { data } = api.useQuery('get', '/v1/custom-connectors/{connectorId}', {
    params: { path: { connectorId } },
  })
  return (
    <PageLink to={paths.connector} params={{ connectorId }}>
      Back to {data?.name ?? 'the connector'}
    </PageLink>
  )
}

function NoOAuths({ onAdd }: { readonly onAdd: () => void }) {
  return (
    <EmptyState title="No OAuth entries yet">
      An entry gets the access tokens that an API asks for.
      <May needs={{ permissionInSomeProject: 'oauths:write' }}>
        {' '}
        Add one with the client ID and secret from the provider of the API, then authorize it.
        <br />
        <Button mt="sm" onClick={onAdd}>
          Add an OAuth entry
        </Button>
      </May>
    </EmptyState>
  )
}
