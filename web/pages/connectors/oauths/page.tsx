import { Page } from '../../../ui/page.tsx'

/** OAuths. */
export function OAuthsPage() {
  return <Page title="OAuths" />
}
