import { Tabs } from '@mantine/core'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { SecretsTab } from './secrets/secrets-tab.tsx'
import { VariablesTab } from './variables-tab.tsx'

/** The variables of a project with their values in each environment, and its secrets. */
export function VariablesPage() {
  const projectId = useProjectId()
  const [{ tab = 'variables' }, change] = useAddress('variables')
  return (
    <Page title="Variables">
      <Tabs
        value={tab}
        onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined, sort: undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="variables">Variables</Tabs.Tab>
          <Tabs.Tab value="secrets">Secrets</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="variables" pt="sm">
          <VariablesTab projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="secrets" pt="sm">
          <SecretsTab projectId={projectId} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
