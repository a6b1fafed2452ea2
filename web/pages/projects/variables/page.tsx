import { Page } from '../../../ui/page.tsx'

/** Variables. */
export function VariablesPage() {
  return <Page title="Variables" />
}
