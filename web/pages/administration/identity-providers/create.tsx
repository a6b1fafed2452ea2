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

/** Adds an OpenID Connect provider; the server reads its metadata from the issuer at once. */
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
      showDone(`Added ${name} to the sign-in page`)
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
        description="Shown on the button “Sign in with …”"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Issuer"
        description="Its URL, without /.well-known"
        required
        key={form.key('issuer')}
        {...form.getInputProps('issuer')}
      />
      <TextInput label="Client ID" required key={form.key('clientId')} {...form.getInputProps('clientId')} />
      <PasswordInput
        label="Client secret"
        description="Leave empty for a public client, which PKCE protects"
        autoComplete="off"
        key={form.key('clientSecret')}
        {...form.getInputProps('clientSecret')}
      />
      <NativeSelect
        label="User name claim"
        data={['email', 'preferred_username', 'upn']}
        key={form.key('userNameClaim')}
        {...form.getInputProps('userNameClaim')}
      />
      <TagsInput
        label="Create users on first sign-in from these domains"
        description="Requires a verified email address. Without domains, users must exist already."
        key={form.key('justInTimeDomains')}
        {...form.getInputProps('justInTimeDomains')}
      />
    </DialogForm>
  )
}
