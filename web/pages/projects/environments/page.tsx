import { Page } from '../../../ui/page.tsx'

/** Environments. */
export function EnvironmentsPage() {
  return <Page title="Environments" />
}
