import { Page } from '../../ui/page.tsx'

/** Runners. */
export function RunnersPage() {
  return <Page title="Runners" />
}
