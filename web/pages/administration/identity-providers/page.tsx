import { Code, Group, Stack, Text } from '@mantine/core'
import { Settings, Trash2 } from 'lucide-react'
import type { operations } from '../../../../openapi/types.generated.ts'
import { api, client } from '../../../api/client.ts'
import { CopyIcon } from '../../../ui/copy-icon.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { ListPage } from '../list-page.tsx'
import type { RowAction } from '../row-actions.tsx'
import { CreateProvider } from './create.tsx'
import { SettingsDialog } from './settings.tsx'

const path = '/v1/identity-providers'
type Provider =
  operations['listIdentityProviders']['responses'][200]['content']['application/json']['results'][number]

/** The OpenID Connect providers that users can sign in with. */
export function IdentityProvidersPage() {
  const list = api.useQuery('get', path)
  return (
    <ListPage
      page="identityProviders"
      lead="Single sign-on with OpenID Connect: each provider has a button on the sign-in page."
      list={list}
      path={path}
      rowKey={({ id }) => id}
      columns={columns}
      actions={actions}
      create={{ label: 'New provider', dialog: (dialog) => <CreateProvider {...dialog} /> }}
      empty={{
        title: 'No identity providers yet',
        text: 'Register Headrace at your identity provider, then enter the issuer and the client here.',
      }}
    />
  )
}

function Address({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="xs" c="dimmed" miw={150}>
        {name}
      </Text>
      <Code>{value}</Code>
      <CopyIcon value={value} label={`Copy the ${name}`} />
    </Group>
  )
}

const columns: readonly Column<Provider>[] = [
  { header: 'Name', cell: ({ name }) => name },
  { header: 'Issuer', cell: ({ issuer }) => issuer },
  {
    header: 'To register at the provider',
    cell: ({ redirectUri, jwksUri, postLogoutRedirectUri, signOutAtProvider, backChannelLogoutUri }) => (
      <Stack gap={2}>
        <Address name="redirect URI" value={redirectUri} />
        {signOutAtProvider && <Address name="post-logout redirect URI" value={postLogoutRedirectUri} />}
        <Address name="back-channel logout URI" value={backChannelLogoutUri} />
        {jwksUri !== undefined && <Address name="JWKS URI" value={jwksUri} />}
      </Stack>
    ),
  },
  {
    header: 'User name claim',
    cell: ({ userNameClaim, justInTimeDomains }) => (
      <>
        {userNameClaim}
        {justInTimeDomains.length > 0 && (
          <Text size="xs" c="dimmed">
            Creates users from {justInTimeDomains.join(', ')}
          </Text>
        )}
      </>
    ),
  },
]

const actions: readonly RowAction<Provider>[] = [
  {
    label: 'Settings',
    icon: Settings,
    dialog: (provider, onClose) => <SettingsDialog provider={provider} onClose={onClose} />,
  },
  {
    label: 'Delete',
    icon: Trash2,
    confirm: ({ name }) => ({
      title: `Delete the identity provider ${name}?`,
      message:
        'Users can no longer sign in with it. Users without a password or another provider are locked out.',
      action: 'Delete the provider',
    }),
    change: remove,
  },
]

async function remove({ id, name }: Provider): Promise<string> {
  const { error } = await client.DELETE('/v1/identity-providers/{id}', { params: { path: { id } } })
  if (error) throw error
  return `Deleted the identity provider ${name}`
}
