import { Page } from '../../../ui/page.tsx'

/** Directory (SCIM). */
export function DirectoryPage() {
  return <Page title="Directory (SCIM)" />
}
