import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import type { operations } from '../../../../../openapi/types.generated.ts'
import { api, client, invalidate } from '../../../../api/client.ts'
import { publishNeed } from '../../../../components/rights/common-needs.ts'
import { May } from '../../../../components/rights/may.tsx'
import { confirmLoss, showDone } from '../../../../ui/confirm.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { DialogForm } from '../../../../ui/dialog-form.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { ProblemAlert } from '../../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../../ui/problem-fields.ts'
import { useAddress } from '../../../../use-address.ts'
import { useBranches, usePublishableNames } from '../publish/use-git.ts'
import { publicationsPath, shortCommit } from '../shapes.ts'

/** The first publication follows immediately, later ones after a push. */
const SOON_MS = 1_500
const LATER_MS = 10_000

type Publication =
  operations['listAutomaticPublications']['responses'][200]['content']['application/json']['results'][number]

/** Branches whose every new commit becomes a version of an environment. */
export function Publications({ projectId }: { readonly projectId: string }) {
  const [{ page = 0 }, change] = useAddress('environments')
  const [isOpen, { open, close }] = useDisclosure(false)
  const { data, error, refetch } = api.useQuery(
    'get',
    publicationsPath,
    { params: { path: { projectId }, query: { page } } },
    {
      refetchInterval: ({ state }) =>
        state.data?.results.some(({ lastResult }) => lastResult === undefined) ? SOON_MS : LATER_MS,
      placeholderData: keepPreviousData,
    },
  )
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          Every new commit on a branch is published automatically, with the permissions of the user who set it
          up.
        </Text>
        <May needs={publishNeed(projectId)}>
          <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={open}>
            Publish a branch automatically
          </Button>
        </May>
      </Group>
      <DataTable
        label="Automatic publishing"
        rows={data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ environmentName }) => environmentName}
        columns={columnsOf(projectId)}
        onPage={(wanted) => change({ page: wanted })}
        empty={
          <EmptyState title="No automatic publishing">
            <May needs={publishNeed(projectId)}>Publish every push to a branch to an environment.</May>
          </EmptyState>
        }
      />
      {isOpen && <AddPublication projectId={projectId} onClose={close} />}
    </Stack>
  )
}

const columnsOf = (projectId: string): readonly Column<Publication>[] => [
  { header: 'Environment', cell: ({ environmentName }) => environmentName },
  { header: 'Branch', cell: ({ branch }) => branch },
  {
    header: 'Last commit',
    cell: ({ lastCommit }) =>
      lastCommit === undefined ? 'none yet' : <span className="monospace">{shortCommit(lastCommit)}</span>,
  },
  { header: 'Last result', cell: ({ lastResult }) => lastResult ?? '–' },
  {
    header: 'Stop',
    isQuiet: true,
    align: 'right',
    cell: ({ environmentName, branch }) => (
      <May needs={publishNeed(projectId, environmentName)}>
        <StopPublication projectId={projectId} environmentName={environmentName} branch={branch} />
      </May>
    ),
  },
]

interface StopProps {
  readonly projectId: string
  readonly environmentName: string
  readonly branch: string
}

function StopPublication({ projectId, environmentName, branch }: StopProps) {
  async function stop(): Promise<void> {
    const { error } = await client.DELETE(
      '/v1/projects/{projectId}/repositories/publications/{environmentName}',
      { params: { path: { projectId, environmentName } } },
    )
    if (error) throw error
    await invalidate(publicationsPath)
    showDone(`Stopped publishing ${branch} to ${environmentName}`)
  }
  const ask = () =>
    confirmLoss({
      title: `Stop publishing ${branch} to ${environmentName}?`,
      message: 'Published versions are kept. New commits are no longer published automatically.',
      action: 'Stop publishing',
      onConfirm: stop,
    })
  return (
    <ActionIcon
      variant="subtle"
      color="red"
      onClick={ask}
      aria-label={`Stop publishing ${branch} to ${environmentName}`}
    >
      <X size={16} aria-hidden />
    </ActionIcon>
  )
}

function AddPublication({
  projectId,
  onClose,
}: {
  readonly projectId: string
  readonly onClose: () => void
}) {
  const [shown, setShown] = useState<readonly string[]>([])
  const { names, error } = useBranches(projectId)
  const environments = usePublishableNames(projectId) ?? []
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { environmentName: '', branch: '' },
    validate: {
      branch: (name) => (name ? null : 'Choose a branch'),
      environmentName: (name) => (name ? null : 'Choose an environment'),
    },
  })
  const add = api.useMutation('post', publicationsPath, {
    onSuccess: async ({ environmentName, branch }) => {
      onClose()
      showDone(`${branch} is now published to ${environmentName} automatically`)
      await invalidate(publicationsPath)
    },
    onError: (problem) => setShown(showAtFields(form, problem)),
  })
  return (
    <DialogForm
      title="Publish a branch automatically"
      isOpen
      onClose={onClose}
      onSubmit={form.onSubmit((body) => add.mutate({ params: { path: { projectId } }, body }))}
      action="Publish automatically"
      isPending={add.isPending}
    >
      <ProblemAlert error={add.error ?? error} fieldMessages={shown} />
      <Select
        label="Branch"
        required
        data-autofocus
        searchable
        data={names}
        key={form.key('branch')}
        {...form.getInputProps('branch')}
      />
      <Select
        label="Environment"
        description="An environment has at most one such branch; a new one replaces it"
        required
        searchable
        data={environments}
        key={form.key('environmentName')}
        {...form.getInputProps('environmentName')}
      />
    </DialogForm>
  )
}
