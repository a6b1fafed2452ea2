import { Select, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { operations } from '../../../openapi/types.generated.ts'
import { client } from '../../api/client.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'
import { paths } from '../../paths.ts'

type NewProject = operations['createProject']['requestBody']['content']['application/json']

const warehouses = ['DUCKDB', 'POSTGRES', 'MYSQL', 'SNOWFLAKE', 'DATABRICKS', 'REDSHIFT', 'BIGQUERY'] as const
const initialValues: Required<Pick<NewProject, 'name' | 'description' | 'warehouse'>> = {
  name: '',
  description: '',
  warehouse: 'DUCKDB',
}

interface CreateProjectProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** A new project. Its environments come next: nothing runs without one. */
export function CreateProject({ isOpen, onClose }: CreateProjectProps) {
  const navigate = useNavigate()
  const creation = useCreateForm({
    path: '/v1/projects',
    initialValues,
    create: (body) => client.POST('/v1/projects', { body }),
    onCreated: ({ projectId }) => navigate({ to: paths.environments, params: { projectId } }),
  })
  const { form } = creation
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
    </CreateDialog>
  )
}
