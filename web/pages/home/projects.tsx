import { Button, Card, Group, Select, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { api, invalidate } from '../../api/client.ts'
import type { operations } from '../../api/generated.ts'
import { paths } from '../../paths.ts'
import { Pager } from '../../ui/data-table.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageLink } from '../../ui/link.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { useAddress } from '../../use-address.ts'

type NewProject = operations['createProject']['requestBody']['content']['application/json']

const warehouses = ['DUCKDB', 'POSTGRES', 'SNOWFLAKE', 'DATABRICKS', 'REDSHIFT', 'BIGQUERY'] as const

const PAGE_ROWS = 20

/** The projects that one may see, page by page, and the way to a new one. */
export function Projects() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const [{ page = 0 }, change] = useAddress('home')
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v1/projects',
    { params: { query: { page, size: PAGE_ROWS } } },
    { placeholderData: keepPreviousData },
  )
  const projects = data?.results ?? []
  return (
    <Card withBorder component="section" aria-label="Projects">
      <Group justify="space-between" mb="xs">
        <Title order={2}>Projects</Title>
        <Button size="compact-sm" leftSection={<Plus size={14} aria-hidden />} onClick={open}>
          New project
        </Button>
      </Group>
      <ProblemAlert error={error} onRetry={() => void refetch()} />
      {data?.total === 0 && (
        <EmptyState title="No project yet">
          A project holds pipelines, their environments, variables and schedules. Make the first one.
        </EmptyState>
      )}
      <Stack gap={6}>
        {projects.map(({ id, name, description, warehouse }) => (
          <div key={id}>
            <Group gap="xs">
              <PageLink to={paths.pipelines} params={{ projectId: id }}>
                {name}
              </PageLink>
              <Text size="sm" c="dimmed">
                {warehouse}
              </Text>
            </Group>
            {description !== '' && (
              <Text size="sm" c="dimmed" lineClamp={2}>
                {description}
              </Text>
            )}
          </div>
        ))}
      </Stack>
      {data !== undefined && data.total > PAGE_ROWS && (
        <Pager rows={data} onPage={(wanted) => change({ page: wanted })} label="projects" />
      )}
      <CreateProject isOpen={isOpen} onClose={close} />
    </Card>
  )
}

function CreateProject({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm<Required<Pick<NewProject, 'name' | 'description' | 'warehouse'>>>({
    mode: 'uncontrolled',
    initialValues: { name: '', description: '', warehouse: 'DUCKDB' },
  })
  const create = api.useMutation('post', '/v1/projects', {
    onSuccess: async ({ projectId }) => {
      await invalidate('/v1/projects')
      await navigate({ to: paths.environments, params: { projectId } })
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <DialogForm
      title="New project"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={form.onSubmit((body) => create.mutate({ body }))}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <Textarea label="Description" key={form.key('description')} {...form.getInputProps('description')} />
      <Select
        label="Warehouse"
        description="Where the pipelines of this project run their SQL"
        data={warehouses}
        allowDeselect={false}
        key={form.key('warehouse')}
        {...form.getInputProps('warehouse')}
      />
    </DialogForm>
  )
}
