import { Page } from '../../ui/page.tsx'

/** Home. */
export function HomePage() {
  return <Page title="Home" />
}
