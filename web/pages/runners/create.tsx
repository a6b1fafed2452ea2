import { NativeSelect, NumberInput, Switch, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'
import { paths } from '../../paths.ts'
import type { NewRunner } from './shapes.ts'

const deployments = [
  'process',
  'container',
  'kubernetes',
  'fargate',
  'eks',
  'container app',
  'aci',
  'aks',
  'gke',
  'gce',
  'native app',
]
const clouds = [
  { value: 'self_hosted', label: 'Self-hosted' },
  { value: 'aws', label: 'AWS' },
  { value: 'azure', label: 'Azure' },
  { value: 'gcp', label: 'Google Cloud' },
  { value: 'snowflake', label: 'Snowflake' },
]
const initialValues: Required<Omit<NewRunner, 'agentType' | 'enableAutoUpdates' | 'trackName'>> = {
  name: '',
  description: '',
  cloudProvider: 'self_hosted',
  deployment: 'process',
  maxInstances: 1,
  restrictedAccess: false,
}

/** Creates a runner and opens its page, which shows the command that starts it. */
export function CreateRunner({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const navigate = useNavigate()
  const creation = useCreateForm({
    initialValues,
    path: '/v1/agents',
    create: (values) => client.POST('/v1/agents', { body: { ...values, agentType: 'pipeline' } }),
    onCreated: ({ agentId }) =>
      navigate({ to: paths.runner, params: { agentId }, search: { show: 'set-up' } }),
  })
  const { form } = creation
  return (
    <CreateDialog title="New runner" creation={creation} isOpen={isOpen} onClose={onClose}>
      <TextInput
        label="Name"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput label="Description" key={form.key('description')} {...form.getInputProps('description')} />
      <NativeSelect
        label="Cloud provider"
        data={clouds}
        key={form.key('cloudProvider')}
        {...form.getInputProps('cloudProvider')}
      />
      <NativeSelect
        label="Deployment"
        data={deployments}
        key={form.key('deployment')}
        {...form.getInputProps('deployment')}
      />
      <NumberInput
        label="Processes at once"
        description="Additional processes with its credential are rejected"
        min={1}
        max={1_000}
        allowDecimal={false}
        key={form.key('maxInstances')}
        {...form.getInputProps('maxInstances')}
      />
      <Switch
        label="Restrict to the projects and environments of its allow list"
        key={form.key('restrictedAccess')}
        {...form.getInputProps('restrictedAccess', { type: 'checkbox' })}
      />
    </CreateDialog>
  )
}
