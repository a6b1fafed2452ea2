import { Page } from '../../ui/page.tsx'

/** Executions. */
export function ExecutionsPage() {
  return <Page title="Executions" />
}
