import { TextInput } from '@mantine/core'
import { CopyIcon } from '../../../ui/copy-icon.tsx'

/** The address that the authorization server must know; it exists once the entry is saved. */
export function RedirectAddress({ address }: { readonly address: string | undefined }) {
  return (
    <TextInput
      label="Redirect address"
      description="Register it at the authorization server, so that it sends people back here."
      readOnly
      value={address ?? 'Known once the entry is saved'}
      classNames={{ input: 'monospace' }}
      rightSection={
        address !== undefined && (
          <CopyIcon value={address} label="Copy the redirect address" variant="subtle" />
        )
      }
    />
  )
}
