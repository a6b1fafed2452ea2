import { Page } from '../../../ui/page.tsx'

/** Repository. */
export function RepositoryPage() {
  return <Page title="Repository" />
}
