import { Page } from '../../../ui/page.tsx'

/** Schedules. */
export function SchedulesPage() {
  return <Page title="Schedules" />
}
