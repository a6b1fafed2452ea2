import { Page } from '../../../ui/page.tsx'

/** Executions. */
export function ProjectExecutionsPage() {
  return <Page title="Executions" />
}
