import { Page } from '../../../ui/page.tsx'

/** Connector. */
export function ConnectorPage() {
  return <Page title="Connector" />
}
