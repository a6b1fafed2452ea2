import { Page } from '../../ui/page.tsx'

/** Profile. */
export function ProfilePage() {
  return <Page title="Profile" />
}
