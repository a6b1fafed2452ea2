import { useParams } from '@tanstack/react-router'
import { ExecutionsList } from '../../../components/executions/executions-list.tsx'
import { Page } from '../../../ui/page.tsx'

/** Executions of one project. */
export function ProjectExecutionsPage() {
  const { projectId } = useParams({ strict: false })
  return (
    <Page title="Executions">
      <ExecutionsList key={projectId} projectId={projectId!} />
    </Page>
  )
}
