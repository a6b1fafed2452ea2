import { Consumption } from '../../../components/consumption/consumption.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'

/** What the executions of all projects consumed. */
export function ConsumptionPage() {
  const [address, change] = useAddress('consumption')
  return (
    <Administration page="consumption" lead="Busy hours of runners' slots, by day in UTC.">
      <Consumption projectId={undefined} address={address} onChange={change} />
    </Administration>
  )
}
