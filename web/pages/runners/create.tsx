import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, invalidate } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
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
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues })
  const create = api.useMutation('post', '/v1/agents', {
    onSuccess: async ({ agentId }) => {
      await invalidate('/v1/agents')
      await navigate({ to: paths.runner, params: { agentId }, search: { show: 'set-up' } })
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <DialogForm
      title="New runner"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={form.onSubmit((values) => create.mutate({ body: { ...values, agentType: 'pipeline' } }))}
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
      <Switch
        label="Restrict to the projects and environments of its allow list"
        key={form.key('restrictedAccess')}
        {...form.getInputProps('restrictedAccess', { type: 'checkbox' })}
      />
    </DialogForm>
  )
}
