import { Consumption } from '../../../components/consumption/consumption.tsx'
import { useAddress } from '../../../use-address.ts'
import { Administration } from '../frame.tsx'

/** What the executions of all projects consumed. */
export function ConsumptionPage() {
  const [address, change] = useAddress('consumption')
  return (
    <Administration page="consumption" lead="Hours that slots of runners were busy, by day in UTC.">
      <Consumption projectId={undefined} address={address} onChange={change} />
    </Administration>
  )
}
