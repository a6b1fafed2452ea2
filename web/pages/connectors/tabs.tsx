import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'

interface ConnectorTabsProps {
  readonly active: 'connectors' | 'oauths'
  readonly children: ReactNode
}

/** The tabs “Connectors” and “OAuths”, each with its own address. */
export function ConnectorTabs({ active, children }: ConnectorTabsProps) {
  const navigate = useNavigate()
  return (
    <Tabs
      value={active}
      activateTabWithKeyboard={false}
      onChange={(tab) => void navigate({ to: tab === 'oauths' ? paths.oauths : paths.connectors })}
    >
      <Tabs.List mb="md" aria-label="Connectors and OAuths">
        <Tabs.Tab value="connectors">Connectors</Tabs.Tab>
        <Tabs.Tab value="oauths">OAuths</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="connectors">{active === 'connectors' && children}</Tabs.Panel>
      <Tabs.Panel value="oauths">{active === 'oauths' && children}</Tabs.Panel>
    </Tabs>
  )
}
