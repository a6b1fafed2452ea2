import { useState } from 'react'
import { changedMembers } from '../../../api/changed-members.ts'
import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { NameField, type ProviderSettings, SettingsFields } from './fields.tsx'

interface SettingsDialogProps {
  readonly provider: Omit<ProviderSettings, 'clientSecret'> & { readonly id: string }
  readonly onClose: () => void
}

/**
 * Changes a provider: only what the user changed is sent. Its issuer stays: the users that are linked are
 * known by what it calls them.
 */
export function SettingsDialog({ provider, onClose }: SettingsDialogProps) {
  const { id, name } = provider
  const [saved] = useState(() => settingsOf(provider))
  const change = useCreateForm({
    initialValues: { ...saved, clientSecret: '' },
    path: '/v1/identity-providers',
    create: ({ clientSecret, ...wanted }) =>
      client.PATCH('/v1/identity-providers/{id}', {
        params: { path: { id } },
        body: {
          ...changedMembers(saved, wanted),
          ...secretChange(clientSecret, wanted.tokenEndpointAuthMethod),
        },
      }),
    onCreated: (changed) => {
      onClose()
      showDone(`Changed ${changed.name}`)
    },
  })
  return (
    <CreateDialog title={`Settings of ${name}`} action="Save" creation={change} isOpen onClose={onClose}>
      <NameField form={change.form} />
      <SettingsFields form={change.form} secretHint="Leave empty to keep the current one" />
    </CreateDialog>
  )
}

const settingsOf = (provider: SettingsDialogProps['provider']) => {
  const { name, clientId, tokenEndpointAuthMethod, scopes } = provider
  const { userNameClaim, justInTimeDomains, signOutAtProvider } = provider
  return {
    name,
    clientId,
    tokenEndpointAuthMethod,
    scopes,
    userNameClaim,
    justInTimeDomains,
    signOutAtProvider,
  }
}

/** A method without a secret takes away the one that was stored. */
function secretChange(clientSecret: string, method: ProviderSettings['tokenEndpointAuthMethod']) {
  if (clientSecret !== '') return { clientSecret }
  return method === 'private_key_jwt' || method === 'none' ? { clientSecret: null } : {}
}
