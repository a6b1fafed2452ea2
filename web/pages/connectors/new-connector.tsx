import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useNavigate } from '@tanstack/react-router'
import { api, invalidate } from '../../api/client.ts'
import { paths } from '../../paths.ts'
import { ProblemAlert } from '../../ui/problem-alert.tsx'
import { showAtFields } from '../../ui/problem-fields.ts'
import { connectorsPath } from './wire.ts'

interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a connector with a name only and opens it in the editor. */
export function NewConnector({ isOpen, onClose }: DialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New connector">
      <NewConnectorForm onClose={onClose} />
    </Modal>
  )
}

function NewConnectorForm({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({ mode: 'uncontrolled', initialValues: { name: '' } })
  const create = api.useMutation('post', connectorsPath, {
    onSuccess: async ({ connectorId }) => {
      void invalidate(connectorsPath)
      await navigate({ to: paths.connector, params: { connectorId } })
    },
    onError: (error) => showAtFields(form, error),
  })
  return (
    <form onSubmit={form.onSubmit(({ name }) => create.mutate({ body: { name, endpoints: [] } }))}>
      <Stack>
        <ProblemAlert error={create.error} fieldMessages={Object.values(form.errors).map(String)} />
        <TextInput
          label="Name"
          description="Pipelines refer to the connector by this name."
          required
          data-autofocus
          key={form.key('name')}
          {...form.getInputProps('name')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
