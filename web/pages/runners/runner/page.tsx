import { Page } from '../../../ui/page.tsx'

/** Runner. */
export function RunnerPage() {
  return <Page title="Runner" />
}
