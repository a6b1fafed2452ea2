import { PasswordInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'

const initialValues = { userName: '', displayName: '', email: '', password: '' }
const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Creates a user, with a password unless they use single sign-on. */
export function CreateUser({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues })
  const create = api.useMutation('post', '/v1/directory-integration/scim/v2/Users', {
    onSuccess: async ({ userName }) => {
      form.reset()
      onClose()
      await invalidate('/v1/users')
      showDone(`Created ${userName}. Assign roles next.`)
    },
    onError: (error) => setShown(showAtFields(form, error, { 'emails.0.value': 'email' })),
  })
  const submit = form.onSubmit(({ userName, displayName, email, password }) =>
    create.mutate({
      body: {
        schemas: [USER_SCHEMA],
        meta: { resourceType: 'User' },
        userName,
        active: true,
        ...(displayName !== '' && { displayName }),
        ...(email !== '' && { emails: [{ value: email, primary: true }] }),
        ...(password !== '' && { password }),
      },
    }),
  )
  return (
    <DialogForm
      title="New user"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="User name"
        description="With single sign-on: the value that the identity provider sends"
        required
        data-autofocus
        autoComplete="off"
        key={form.key('userName')}
        {...form.getInputProps('userName')}
      />
      <TextInput label="Display name" key={form.key('displayName')} {...form.getInputProps('displayName')} />
      <TextInput label="Email" type="email" key={form.key('email')} {...form.getInputProps('email')} />
      <PasswordInput
        label="Password"
        description="Without a password, the user can only use single sign-on"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </DialogForm>
  )
}
