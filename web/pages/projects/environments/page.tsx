import { Button, Tabs } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Plus } from 'lucide-react'
import { FirstSteps } from '../../../components/first-steps/first-steps.tsx'
import { May } from '../../../components/rights/may.tsx'
import { Page } from '../../../ui/page.tsx'
import { useAddress } from '../../../use-address.ts'
import { useProjectId } from '../../../use-params.ts'
import { EnvironmentView } from './environment/environment-view.tsx'
import { CreateEnvironment } from './form/create.tsx'
import { EnvironmentList } from './list.tsx'
import { Publications } from './publications/publications.tsx'

/** The environments of a project and its automatic publishing; or one environment. */
export function EnvironmentsPage() {
  const projectId = useProjectId()
  const [{ environment }] = useAddress('environments')
  if (environment === undefined) return <AllEnvironments projectId={projectId} />
  return <EnvironmentView key={environment} projectId={projectId} environmentName={environment} />
}

function AllEnvironments({ projectId }: { readonly projectId: string }) {
  const [{ tab = 'environments' }, change] = useAddress('environments')
  const [isCreating, { open, close }] = useDisclosure(false)
  return (
    <Page
      title="Environments"
      lead="An environment runs pipelines: it has a runner, a database, and published versions."
      actions={
        <May needs={{ projectId, permission: 'environments:write' }}>
          <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            New environment
          </Button>
        </May>
      }
    >
      <FirstSteps projectId={projectId} />
      <Tabs
        value={tab}
        onChange={(chosen) => change({ tab: chosen ?? undefined, page: undefined })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="environments">Environments</Tabs.Tab>
          <Tabs.Tab value="publications">Automatic publishing</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="environments">
          <EnvironmentList projectId={projectId} />
        </Tabs.Panel>
        <Tabs.Panel value="publications">
          <Publications projectId={projectId} />
        </Tabs.Panel>
      </Tabs>
      <CreateEnvironment projectId={projectId} isOpen={isCreating} onClose={close} />
    </Page>
  )
}
