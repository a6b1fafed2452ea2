import { Button, Loader, SimpleGrid, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { api, client, invalidate } from '../../../api/client.ts'
import { May, Writable } from '../../../components/rights/may.tsx'
import { paths } from '../../../paths.ts'
import { confirmLoss, showDone } from '../../../ui/confirm.tsx'
import { PageLink } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { useRunnerId } from '../../../use-params.ts'
import { RunnerCommands } from '../commands.tsx'
import type { Runner } from '../shapes.ts'
import { AllowListCard } from './allow-list.tsx'
import { Facts } from './facts.tsx'
import { SetUp } from './set-up.tsx'
import { RunnerSettings } from './settings.tsx'
import { Work } from './work.tsx'

const LIVE_MS = 3_000

/** One runner: its state, how to start it, its settings, its allow list and its running executions. */
export function RunnerPage() {
  const agentId = useRunnerId()
  const { data, error } = api.useQuery(
    'get',
    '/v1/agents/{agentId}',
    { params: { path: { agentId } } },
    { refetchInterval: LIVE_MS },
  )
  const trail = [
    <PageLink key="runners" to={paths.runners}>
      Runners
    </PageLink>,
  ]
  if (data === undefined)
    return (
      <Page title="Runner" trail={trail}>
        {error ? <ProblemAlert error={error} /> : <Loader aria-label="Loading the runner" />}
      </Page>
    )
  return (
    <Page
      title={data.name}
      lead={data.description}
      trail={trail}
      actions={
        <May needs="administrator">
          <RunnerCommands runner={data} />
          <DeleteRunner runner={data} />
        </May>
      }
    >
      <ProblemAlert error={error} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Stack>
          <Facts runner={data} />
          <May needs="administrator">
            <SetUp runner={data} />
          </May>
        </Stack>
        <Stack>
          <Writable needs="administrator">
            <Stack>
              <RunnerSettings key={data.agentId} runner={data} />
              <AllowListCard runner={data} />
            </Stack>
          </Writable>
        </Stack>
      </SimpleGrid>
      <Work agentId={agentId} />
    </Page>
  )
}

function DeleteRunner({ runner: { agentId, name } }: { readonly runner: Runner }) {
  const navigate = useNavigate()
  async function remove(): Promise<void> {
    const { error } = await client.DELETE('/v1/agents/{agentId}', { params: { path: { agentId } } })
    if (error) throw error
    await navigate({ to: paths.runners, ignoreBlocker: true })
    await invalidate('/v1/agents')
    showDone(`Deleted ${name}`)
  }
  const ask = () =>
    confirmLoss({
      title: `Delete ${name}?`,
      message:
        'Its credential stops working and its processes exit. Environments that use it need another runner.',
      action: 'Delete the runner',
      onConfirm: remove,
    })
  return (
    <Button variant="default" leftSection={<Trash2 size={16} aria-hidden />} onClick={ask}>
      Delete
    </Button>
  )
}
