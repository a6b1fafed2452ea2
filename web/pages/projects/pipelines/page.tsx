import { Page } from '../../../ui/page.tsx'

/** Pipelines. */
export function PipelinesPage() {
  return <Page title="Pipelines" />
}
