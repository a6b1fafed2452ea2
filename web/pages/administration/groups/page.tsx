import { Page } from '../../../ui/page.tsx'

/** Groups. */
export function GroupsPage() {
  return <Page title="Groups" />
}
