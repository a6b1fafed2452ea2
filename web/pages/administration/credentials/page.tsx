import { Page } from '../../../ui/page.tsx'

/** API credentials. */
export function CredentialsPage() {
  return <Page title="API credentials" />
}
