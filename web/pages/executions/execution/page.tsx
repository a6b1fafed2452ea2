import { Page } from '../../../ui/page.tsx'

/** Execution. */
export function ExecutionPage() {
  return <Page title="Execution" />
}
