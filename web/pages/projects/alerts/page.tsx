import { Alerts } from '../../../components/alerts/alerts.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'

/** The alerts of a project. */
export function ProjectAlertsPage() {
  const projectId = useProjectId()
  const [{ tab, page }, change] = useAddress('projectAlerts')
  return (
    <Page title="Alerts">
      <Alerts projectId={projectId} tab={tab} page={page} onChange={change} />
    </Page>
  )
}
