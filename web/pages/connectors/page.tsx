import { Page } from '../../ui/page.tsx'

/** Connectors. */
export function ConnectorsPage() {
  return <Page title="Connectors" />
}
