import { Alerts } from '../../../components/alerts/alerts.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'

/**
 * The alerts of the installation, whose rules watch every project; incidents and deliveries of all projects.
 */
export function AlertsPage() {
  const [{ tab, page }, change] = useAddress('alerts')
  return (
    <Administration
      page="alerts"
      lead="Rules here watch all projects; incidents and deliveries of all projects are listed."
    >
      <Alerts projectId={undefined} tab={tab} page={page} onChange={change} />
    </Administration>
  )
}
