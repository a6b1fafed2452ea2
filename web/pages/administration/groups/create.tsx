import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'

const GROUP_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** Creates a group. */
export function CreateGroup({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues: { displayName: '' } })
  const create = api.useMutation('post', '/v1/directory-integration/scim/v2/Groups', {
    onSuccess: async ({ displayName }) => {
      form.reset()
      onClose()
      await invalidate('/v1/groups')
      showDone(`Created ${displayName}. Add members and roles next.`)
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  return (
    <DialogForm
      title="New group"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={form.onSubmit(({ displayName }) =>
        create.mutate({ body: { schemas: [GROUP_SCHEMA], displayName } }),
      )}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        required
        data-autofocus
        key={form.key('displayName')}
        {...form.getInputProps('displayName')}
      />
    </DialogForm>
  )
}
