import { Page } from '../../../ui/page.tsx'

/** About. */
export function AboutPage() {
  return <Page title="About" />
}
