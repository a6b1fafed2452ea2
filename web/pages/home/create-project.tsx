import { Select, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { operations } from '../../../openapi/types.generated.ts'
import { client } from '../../api/client.ts'
import { useRunners } from '../../components/choices.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'
import { paths } from '../../paths.ts'
import { showFailure } from '../../ui/confirm.tsx'

type NewProject = operations['createProject']['requestBody']['content']['application/json']

const warehouses = [
  'DUCKDB',
  'POSTGRES',
  'MYSQL',
  'CLICKHOUSE',
  'SNOWFLAKE',
  'DATABRICKS',
  'REDSHIFT',
  'BIGQUERY',
] as const

interface ProjectValues extends Record<string, unknown> {
  readonly name: string
  readonly description: string
  readonly warehouse: NonNullable<NewProject['warehouse']>
  /** The name of the first environment; none is created without it. */
  readonly environment: string
}

const initialValues: ProjectValues = {
  name: '',
  description: '',
  warehouse: 'DUCKDB',
  environment: 'Development',
}

interface CreateProjectProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/**
 * A new project, and with it the environment that nothing runs without where no more than its name must be
 * known: SQL on DuckDB at a runner.
 */
export function CreateProject({ isOpen, onClose }: CreateProjectProps) {
  const navigate = useNavigate()
  const runners = useRunners({ enabled: isOpen, retry: false })
  const runner = usableOf(runners.data)
  const [warehouse, setWarehouse] = useState(initialValues.warehouse)
  const hasEnvironment = warehouse === 'DUCKDB' && (runner !== undefined || runners.isLoading)
  const creation = useCreateForm({
    path: '/v1/projects',
    initialValues,
    create: ({ environment: _, ...body }) => client.POST('/v1/projects', { body }),
    onCreated: async ({ projectId }, values) => {
      const name = values.environment.trim()
      // Enter counts while the runners load.
      const { data } = runners.isLoading ? await runners.refetch({ cancelRefetch: false }) : runners
      const at = hasEnvironment && name !== '' ? usableOf(data) : undefined
      const isMade = at !== undefined && (await createEnvironment(projectId, name, at.agentId))
      await navigate({ to: isMade ? paths.pipelines : paths.environments, params: { projectId } })
    },
  })
  const { form } = creation
  form.watch('warehouse', ({ value }) => setWarehouse(value))
  return (
    <CreateDialog title="New project" creation={creation} isOpen={isOpen} onClose={onClose}>
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
      {hasEnvironment && (
        <TextInput
          label="First environment"
          description={`Pipelines run there, at ${runner === undefined ? 'a runner' : `the runner ${runner.name}`}. Leave it empty to create none yet.`}
          key={form.key('environment')}
          {...form.getInputProps('environment')}
        />
      )}
    </CreateDialog>
  )
}

type Runner = operations['listAgents']['responses'][200]['content']['application/json']['results'][number]

/** Where the first environment runs: a runner that is connected. */
const usableOf = (runners: readonly Runner[] | undefined) =>
  runners?.find((one) => one.agentStatus === 'running' && one.agentType === 'pipeline')

/** Whether it was created; if not, the user is told why, and the project is there without it. */
async function createEnvironment(projectId: string, name: string, defaultAgentId: string): Promise<boolean> {
  const { error } = await client.POST('/v1/projects/{projectId}/environments', {
    params: { path: { projectId } },
    body: { name, defaultAgentId },
  })
  if (error !== undefined) showFailure(error)
  return error === undefined
}
