import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { client } from '../../api/client.ts'
import { CreateDialog } from '../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../components/create-form/use-create-form.ts'
import { OwnerSelect, useOwner } from '../../components/ownership/owner.tsx'
import { paths } from '../../paths.ts'
import { connectorsPath } from './wire.ts'

interface NewConnectorProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** Creates a connector with a name only and opens it in the editor. */
export function NewConnector({ isOpen, onClose }: NewConnectorProps) {
  const navigate = useNavigate()
  const { owner, choose, wanted } = useOwner()
  const creation = useCreateForm({
    initialValues: { name: '' },
    path: connectorsPath,
    create: ({ name }) =>
      client.POST(connectorsPath, {
        body: { name, endpoints: [], ...wanted },
      }),
    onCreated: ({ connectorId }) => navigate({ to: paths.connector, params: { connectorId } }),
  })
  const { form } = creation
  return (
    <CreateDialog title="New connector" creation={creation} isOpen={isOpen} onClose={onClose}>
      <TextInput
        label="Name"
        description="Pipelines refer to the connector by this name."
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <OwnerSelect value={owner} onChange={choose} />
    </CreateDialog>
  )
}
