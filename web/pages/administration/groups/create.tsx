import { TextInput } from '@mantine/core'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'

const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Creates a group. */
export function CreateGroup({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const creation = useCreateForm({
    initialValues: { displayName: '' },
    path: '/v1/groups',
    create: ({ displayName }) =>
      client.POST('/v1/directory-integration/scim/v2/Groups', {
        body: { schemas: [GROUP_SCHEMA], displayName },
      }),
    onCreated: ({ displayName }) => {
      onClose()
      showDone(`Created ${displayName}. Add members and roles next.`)
    },
  })
  const { form } = creation
  return (
    <CreateDialog title="New group" creation={creation} isOpen={isOpen} onClose={onClose}>
      <TextInput
        label="Name"
        required
        data-autofocus
        key={form.key('displayName')}
        {...form.getInputProps('displayName')}
      />
    </CreateDialog>
  )
}
