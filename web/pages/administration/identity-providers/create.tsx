import { NativeSelect, PasswordInput, TagsInput, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { api, invalidate } from '../../../api/client.ts'
import type { operations } from '../../../api/generated.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { DialogForm } from '../../../ui/dialog-form.tsx'
import { ProblemAlert } from '../../../ui/problem-alert.tsx'
import { showAtFields } from '../../../ui/problem-fields.ts'

type NewProvider = operations['createIdentityProvider']['requestBody']['content']['application/json']
const path = '/v1/identity-providers'
const initialValues: Required<Omit<NewProvider, 'scopes'>> = {
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  userNameClaim: 'email',
  justInTimeDomains: [],
}

/** Names an OpenID Connect provider; its metadata is read from the issuer at once. */
export function CreateProvider({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const [shown, setShown] = useState<readonly string[]>([])
  const form = useForm({ mode: 'uncontrolled', initialValues })
  const create = api.useMutation('post', path, {
    onSuccess: async ({ name }) => {
      form.reset()
      onClose()
      await invalidate(path)
      showDone(`${name} is on the sign-in page`)
    },
    onError: (error) => setShown(showAtFields(form, error)),
  })
  const submit = form.onSubmit(({ clientSecret, ...body }) =>
    create.mutate({ body: { ...body, ...(clientSecret !== '' && { clientSecret }) } }),
  )
  return (
    <DialogForm
      title="New identity provider"
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={submit}
      action="Create"
      isPending={create.isPending}
    >
      <ProblemAlert error={create.error} fieldMessages={shown} />
      <TextInput
        label="Name"
        description="On the button: Sign in with …"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Issuer"
        description="Its address, without /.well-known"
        required
        key={form.key('issuer')}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client id" required key={form.key('clientId')} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description="Without one, the client is public and PKCE protects it"
        autoComplete="off"
        key={form.key('clientSecret')}
        {...form.getInputProps('clientSecret')}
      />
      <NativeSelect
        label="People are known by"
        data={['email', 'preferred_username', 'upn']}
        key={form.key('userNameClaim')}
        {...form.getInputProps('userNameClaim')}
      />
      <TagsInput
        label="Make people at their first sign-in from these domains"
        description="Only with a verified address; none: people must be there already"
        key={form.key('justInTimeDomains')}
        {...form.getInputProps('justInTimeDomains')}
      />
    </DialogForm>
  )
}
