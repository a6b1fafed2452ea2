import { Loader } from '@mantine/core'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useConnectorId } from '../../../use-params.ts'
import { ConnectorEditor } from './connector-editor.tsx'
import { useStored } from './use-stored.ts'

/** The editor of one custom connector. */
export function ConnectorPage() {
  const connectorId = useConnectorId()
  return <Opened key={connectorId} connectorId={connectorId!} />
}

function Opened({ connectorId }: { readonly connectorId: string }) {
  const { data, error, refetch, dataUpdatedAt } = useStored(connectorId)
  if (data !== undefined)
    return <ConnectorEditor key={dataUpdatedAt} stored={data} onReload={() => void refetch()} />
  const trail = [
    <PageLink key="all" to={paths.connectors}>
      Connectors
    </PageLink>,
  ]
  return (
    <Page title="Connector" trail={trail}>
      {error === null ? (
        <Loader aria-label="Loading the connector" />
      ) : (
        <ProblemAlert error={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}
