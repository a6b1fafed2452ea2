import { Statistics } from '../../components/statistics/statistics.tsx'
import { Page } from '../../ui/page.tsx'
import { useAddress } from '../../use-address.ts'

/** How executions went in all projects that the user may see. */
export function StatisticsPage() {
  const [address, change] = useAddress('statistics')
  return (
    <Page title="All statistics" lead="Executions of published pipelines, by day in UTC.">
      <Statistics projectId={undefined} address={address} onChange={change} />
    </Page>
  )
}
