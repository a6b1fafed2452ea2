import { Statistics } from '../../../components/statistics/statistics.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'

/** How the executions of a project went. */
export function ProjectStatisticsPage() {
  const projectId = useProjectId()
  const [address, change] = useAddress('projectStatistics')
  return (
    <Page title="Statistics" lead="Executions of published pipelines, by day in UTC.">
      <Statistics projectId={projectId} address={address} onChange={change} />
    </Page>
  )
}
