import { Consumption } from '../../../components/consumption/consumption.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'

/** What the executions of a project consumed. */
export function ProjectConsumptionPage() {
  const projectId = useProjectId()
  const [address, change] = useAddress('projectConsumption')
  return (
    <Page title="Consumption" lead="Hours that slots of runners were busy, by day in UTC.">
      <Consumption projectId={projectId} address={address} onChange={change} />
    </Page>
  )
}
