import { Page } from '../../../../ui/page.tsx'

/** New schedule. */
export function NewSchedulePage() {
  return <Page title="New schedule" />
}
