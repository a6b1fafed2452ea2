import { Page } from '../../../../ui/page.tsx'

/** Schedule. */
export function SchedulePage() {
  return <Page title="Schedule" />
}
