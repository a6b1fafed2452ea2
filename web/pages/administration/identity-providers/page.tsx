import { Page } from '../../../ui/page.tsx'

/** Identity providers. */
export function IdentityProvidersPage() {
  return <Page title="Identity providers" />
}
