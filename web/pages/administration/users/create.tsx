import { PasswordInput, TextInput } from '@mantine/core'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'

const initialValues = { userName: '', displayName: '', email: '', password: '' }
const USER_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:User'

/** Creates a user. The password is for users who are neither invited nor use single sign-on. */
export function CreateUser({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const creation = useCreateForm({
    initialValues,
    path: '/v1/users',
    fields: { 'emails.0.value': 'email' },
    create: (values) => client.POST('/v1/directory-integration/scim/v2/Users', { body: bodyOf(values) }),
    onCreated: ({ userName }) => {
      onClose()
      showDone(`Created ${userName}. Invite the user or assign roles next.`)
    },
  })
  const { form } = creation
  return (
    <CreateDialog title="New user" creation={creation} isOpen={isOpen} onClose={onClose}>
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
        description="Leave it empty for users whom you invite with a link, or who use single sign-on"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </CreateDialog>
  )
}

/** The SCIM resource; fields that were left empty are absent. */
const bodyOf = ({ userName, displayName, email, password }: typeof initialValues) => ({
  schemas: [USER_SCHEMA],
  meta: { resourceType: 'User' as const },
  userName,
  active: true,
  ...(displayName !== '' && { displayName }),
  ...(email !== '' && { emails: [{ value: email, primary: true }] }),
  ...(password !== '' && { password }),
})
