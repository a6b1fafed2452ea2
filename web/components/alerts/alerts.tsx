import { Tabs } from '@mantine/core'
import { ChannelsTab } from './channels-tab.tsx'
import { DeliveriesTab } from './deliveries-tab.tsx'
import { IncidentsTab } from './incidents-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import type { Owner } from './wire.ts'

interface AlertsProps extends Owner {
  readonly tab: string | undefined
  /** The token of the page of a list that is shown. */
  readonly page: string | undefined
  readonly onChange: (address: { tab?: string | undefined; page?: string | undefined }) => void
}

/** What was reported and to whom, and the rules and channels that decide it. */
export function Alerts({ projectId, tab = 'incidents', page, onChange }: AlertsProps) {
  const onPage = (wanted: string | undefined) => onChange({ page: wanted })
  return (
    <Tabs
      value={tab}
      onChange={(chosen) => onChange({ tab: chosen ?? undefined, page: undefined })}
      keepMounted={false}
    >
      <Tabs.List>
        <Tabs.Tab value="incidents">Incidents</Tabs.Tab>
        <Tabs.Tab value="rules">Rules</Tabs.Tab>
        <Tabs.Tab value="channels">Channels</Tabs.Tab>
        <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="incidents" pt="sm">
        <IncidentsTab projectId={projectId} page={page} onPage={onPage} />
      </Tabs.Panel>
      <Tabs.Panel value="rules" pt="sm">
        <RulesTab projectId={projectId} />
      </Tabs.Panel>
      <Tabs.Panel value="channels" pt="sm">
        <ChannelsTab projectId={projectId} />
      </Tabs.Panel>
      <Tabs.Panel value="deliveries" pt="sm">
        <DeliveriesTab projectId={projectId} page={page} onPage={onPage} />
      </Tabs.Panel>
    </Tabs>
  )
}
