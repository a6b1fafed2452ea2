import { Page } from '../../../ui/page.tsx'

/** Users. */
export function UsersPage() {
  return <Page title="Users" />
}
