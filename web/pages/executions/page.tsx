import { ExecutionsList } from '../../components/executions/executions-list.tsx'
import { Page } from '../../ui/page.tsx'

/** Executions of all projects that the user may see. */
export function ExecutionsPage() {
  return (
    <Page title="All executions">
      <ExecutionsList />
    </Page>
  )
}
