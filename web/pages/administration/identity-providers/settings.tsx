import { client } from '../../../api/client.ts'
import { CreateDialog } from '../../../components/create-form/create-dialog.tsx'
import { useCreateForm } from '../../../components/create-form/use-create-form.ts'
import { showDone } from '../../../ui/confirm.tsx'
import { NameField, type ProviderSettings, SettingsFields } from './fields.tsx'

interface SettingsDialogProps {
  readonly provider: Omit<ProviderSettings, 'clientSecret'> & { readonly id: string }
  readonly onClose: () => void
}

/** Changes a provider. Its issuer stays: the users that are linked are known by what it calls them. */
export function SettingsDialog({ provider, onClose }: SettingsDialogProps) {
  const { id, name, clientId, tokenEndpointAuthMethod, scopes } = provider
  const { userNameClaim, justInTimeDomains, signOutAtProvider } = provider
  const change = useCreateForm({
    initialValues: {
      name,
      clientId,
      clientSecret: '',
      tokenEndpointAuthMethod,
      scopes,
      userNameClaim,
      justInTimeDomains,
      signOutAtProvider,
    },
    path: '/v1/identity-providers',
    create: ({ clientSecret, ...body }) =>
      client.PATCH('/v1/identity-providers/{id}', {
        params: { path: { id } },
        body: { ...body, ...secretChange(clientSecret, body.tokenEndpointAuthMethod) },
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

/** A method without a secret takes away the one that was stored. */
function secretChange(clientSecret: string, method: ProviderSettings['tokenEndpointAuthMethod']) {
  if (clientSecret !== '') return { clientSecret }
  return method === 'private_key_jwt' || method === 'none' ? { clientSecret: null } : {}
}
