import { ExecutionsList } from '../../../components/executions/executions-list.tsx'
import { Page } from '../../../ui/page.tsx'
import { useProjectId } from '../../../use-params.ts'

/** Executions of one project. */
export function ProjectExecutionsPage() {
  const projectId = useProjectId()
  return (
    <Page title="Executions">
      <ExecutionsList key={projectId} projectId={projectId} />
    </Page>
  )
}
