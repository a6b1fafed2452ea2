import { Button, Loader, Tabs, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { GitBranch, Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../../api/client.ts'
import { environmentNeed, publishNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { useMay } from '../../../../components/rights/use-may.ts'
import { paths } from '../../../../paths.ts'
import { showDone } from '../../../../ui/confirm.tsx'
import { ConfirmByName } from '../../../../ui/confirm-by-name.tsx'
import { PageLink } from '../../../../ui/link.tsx'
import { Page } from '../../../../ui/page.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { useAddress } from '../../../../use-address.ts'
import { MoveStatus } from '../moves/move-status.tsx'
import { MoveToLake } from '../moves/move-to-lake.tsx'
import { PublishFromGit } from '../publish/publish-from-git.tsx'
import {
  artifactsPath,
  connectionWords,
  type Environment,
  type EnvironmentPlace,
  environmentsPath,
} from '../shapes.ts'
import { EnvironmentMembers } from './environment-members.tsx'
import { EnvironmentSettings } from './settings.tsx'
import { Versions } from './versions.tsx'

/** One environment: its versions, settings and members. */
export function EnvironmentView({ projectId, environmentName }: EnvironmentPlace) {
  const { data, error } = api.useQuery('get', '/v1/projects/{projectId}/environments/{environmentName}', {
    params: { path: { projectId, environmentName } },
  })
  const trail = [
    <PageLink key="environments" to={paths.environments} params={{ projectId }}>
      Environments
    </PageLink>,
  ]
  if (data === undefined)
    return (
      <Page title={environmentName} trail={trail}>
        {error ? <ProblemAlert error={error} /> : <Loader aria-label="Loading the environment" />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      lead={<Lead environment={data} />}
      trail={trail}
      actions={<Actions projectId={projectId} environmentName={data.name} />}
    >
      <ProblemAlert error={error} />
      <MoveStatus projectId={projectId} environmentName={data.name} />
      <Views projectId={projectId} environment={data} />
    </Page>
  )
}

function Lead({ environment }: { readonly environment: Environment }) {
  const { name, displayName, description, defaultAgentId, defaultAgentName, connection } = environment
  const caption = [displayName === name ? '' : displayName, description].filter((text) => text !== '')
  return (
    <>
      {caption.length > 0 && <Text size="sm">{caption.join(': ')}</Text>}
      Runs on{' '}
      <PageLink to={paths.runner} params={{ agentId: defaultAgentId }} underline="always">
        {defaultAgentName}
      </PageLink>
      , SQL on {connectionWords(connection)}.
    </>
  )
}

interface ViewsProps {
  readonly projectId: string
  readonly environment: Environment
}

function Views({ projectId, environment }: ViewsProps) {
  const [{ tab = 'versions' }, change] = useAddress('environments')
  const place = { projectId, environmentName: environment.name }
  const maySeeMembers = useMay()(environmentNeed(projectId, environment.name))
  return (
    <Tabs
      value={tab === 'access' && !maySeeMembers ? 'versions' : tab}
      onChange={(chosen) =>
        change({ tab: chosen ?? undefined, page: undefined, from: undefined, find: undefined })
      }
      keepMounted={false}
      activateTabWithKeyboard={false}
    >
      <Tabs.List mb="md">
        <Tabs.Tab value="versions">Versions</Tabs.Tab>
        <Tabs.Tab value="settings">Settings</Tabs.Tab>
        {maySeeMembers && <Tabs.Tab value="access">Access</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="versions">
        <Versions {...place} />
      </Tabs.Panel>
      <Tabs.Panel value="settings">
        <EnvironmentSettings key={environment.name} projectId={projectId} environment={environment} />
        <MoveToLake projectId={projectId} environment={environment} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <EnvironmentMembers {...place} />
      </Tabs.Panel>
    </Tabs>
  )
}

function Actions({ projectId, environmentName }: EnvironmentPlace) {
  const navigate = useNavigate()
  const [isPublishing, publishing] = useDisclosure(false)
  const [isDeleting, deleting] = useDisclosure(false)
  async function remove(): Promise<void> {
    const params = { path: { projectId, environmentName } }
    const { error } = await client.DELETE('/v1/projects/{projectId}/environments/{environmentName}', {
      params,
    })
    if (error) throw error
    await navigate({ to: paths.environments, params: { projectId }, ignoreBlocker: true })
    await invalidate(environmentsPath, artifactsPath)
    showDone(`Deleted ${environmentName}`)
  }
  return (
    <>
      <May needs={publishNeed(projectId, environmentName)}>
        <Button leftSection={<GitBranch size={16} aria-hidden />} onClick={publishing.open}>
          Publish from Git
        </Button>
      </May>
      <May needs={{ projectId, permission: 'environments:write' }}>
        <Button variant="default" leftSection={<Trash2 size={16} aria-hidden />} onClick={deleting.open}>
          Delete
        </Button>
      </May>
      {isPublishing && (
        <PublishFromGit projectId={projectId} environmentName={environmentName} onClose={publishing.close} />
      )}
      <ConfirmByName
        title={`Delete ${environmentName}?`}
        message="This also deletes its published versions and variable overrides. Its schedules will fail."
        name={environmentName}
        action="Delete environment"
        isOpen={isDeleting}
        onClose={deleting.close}
        onConfirm={remove}
      />
    </>
  )
}
