import { TextInput } from '@mantine/core'
import { CopyIcon } from '../../../ui/copy-icon.tsx'

/** The URI to register at the authorization server; it exists once the entry is saved. */
export function RedirectUri({ address }: { readonly address: string | undefined }) {
  return (
    <TextInput
      label="Redirect URI"
      description="Register it at the authorization server, which redirects users back here."
      readOnly
      value={address ?? 'Shown once the entry is saved'}
      classNames={{ input: 'monospace' }}
      rightSection={
        address !== undefined && <CopyIcon value={address} label="Copy the redirect URI" variant="subtle" />
      }
    />
  )
}
